"""Machine instructions for the few kernels that have them (`kernel.native`), as Numba intrinsics, or other sources."""

# Numba has no type information, and an intrinsic is by nature a function of untyped builders.
# mypy: disable-error-code="misc, no-any-return, no-untyped-def, no-untyped-call"

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from diwaniya.engine import kernel
from diwaniya.engine.kernel import NONE, ONE

I64 = ir.IntType(64)


def has_pdep() -> bool:
    """Does this processor have BMI2's `pdep` and `pext`, with which bits are moved about in one step?"""
    return bool(llvm.get_host_cpu_features().get("bmi2", False))


def _refuse(*given: Any) -> None:
    for have, want in given:
        if want is types.uint64:
            right = have is types.uint64
        else:
            right = isinstance(have, types.Integer)
        if not right:
            raise TypeError(
                f"a kernel helper wants {want}, not {have}: cross the border with mask() or index()"
            )


@intrinsic
def mask(ctx, x):
    if not isinstance(x, types.Integer):
        raise TypeError(f"mask() wants a whole number, not {x}")
    return types.uint64(x), lambda context, b, sig, args: context.cast(b, args[0], x, types.uint64)


@intrinsic
def index(ctx, m):
    _refuse((m, types.uint64))
    return types.int64(m), lambda context, b, sig, args: args[0]


@intrinsic
def bit(ctx, i):
    _refuse((i, types.int64))

    def code(context, b, sig, args):
        return b.shl(I64(1), context.cast(b, args[0], i, types.uint64))

    return types.uint64(i), code


@intrinsic
def has(ctx, m, i):
    _refuse((m, types.uint64), (i, types.int64))

    def code(context, b, sig, args):
        return b.trunc(b.lshr(args[0], context.cast(b, args[1], i, types.uint64)), ir.IntType(1))

    return types.boolean(m, i), code


@intrinsic
def popcount(ctx, m):
    _refuse((m, types.uint64))
    return types.int64(m), lambda context, b, sig, args: b.ctpop(args[0])


@intrinsic
def lowest(ctx, m):
    _refuse((m, types.uint64))
    return types.int64(m), lambda context, b, sig, args: b.cttz(args[0], ir.IntType(1)(0))


@intrinsic
def highest(ctx, m):
    _refuse((m, types.uint64))
    return types.int64(m), lambda context, b, sig, args: b.sub(I64(63), b.ctlz(args[0], ir.IntType(1)(0)))


def _instruction(name: str):
    """A machine instruction that makes one mask of two."""

    @intrinsic
    def call(ctx, m, among):
        def code(context, b, sig, args):
            fn = cgutils.get_or_insert_function(b.module, ir.FunctionType(I64, [I64, I64]), name)
            return b.call(fn, args)

        return types.uint64(m, among), code

    return call


_pdep = _instruction("llvm.x86.bmi.pdep.64")
_pext = _instruction("llvm.x86.bmi.pext.64")


def _select_pdep(m, k):
    return lowest(_pdep(bit(k), m))


def _select_portable(m, k):
    for _ in range(k):
        m &= m - ONE
    return lowest(m)


def _compress_pext(m, among):
    return _pext(m, among)


def _compress_portable(m, among):
    out = NONE
    place = ONE
    while among != NONE:
        rest = among & (among - ONE)
        if m & (among ^ rest) != NONE:
            out |= place
        place <<= ONE
        among = rest
    return out


def _expand_pdep(m, among):
    return _pdep(m, among)


def _expand_portable(m, among):
    out = NONE
    while among != NONE:
        rest = among & (among - ONE)
        if m & ONE != NONE:
            out |= among ^ rest
        m >>= ONE
        among = rest
    return out


@intrinsic
def high_product(ctx, a, b):
    _refuse((a, types.uint64), (b, types.uint64))

    def code(context, b, sig, args):
        wide = ir.IntType(128)
        product = b.mul(b.zext(args[0], wide), b.zext(args[1], wide))
        return b.trunc(b.lshr(product, wide(64)), I64)

    return types.uint64(a, b), code


@intrinsic
def copy(ctx, src, dst):
    if not isinstance(src, types.Record) or src is not dst:
        raise TypeError(f"copy() wants two records of one game, not {src} and {dst}")

    def code(context, b, sig, args):
        cgutils.raw_memcpy(b, args[1], args[0], I64(src.size), 1)
        return context.get_dummy_value()

    return types.void(src, dst), code


def at(record: types.Record):
    """An intrinsic that turns an address into a reference to a record."""

    @intrinsic
    def deref(ctx, address):
        def code(context, b, sig, args):
            return b.inttoptr(args[0], context.get_value_type(record))

        return record(types.intp), code

    return deref


INTRINSICS = {
    kernel.mask: mask,
    kernel.index: index,
    kernel.bit: bit,
    kernel.has: has,
    kernel.popcount: popcount,
    kernel.lowest: lowest,
    kernel.highest: highest,
    kernel.high_product: high_product,
    kernel.copy: copy,
}


def _fill(array, value):
    for i in range(len(array)):
        array[i] = value


BMI2 = {kernel.select: _select_pdep, kernel.compress: _compress_pext, kernel.expand: _expand_pdep}
PORTABLE = {
    kernel.select: _select_portable,
    kernel.compress: _compress_portable,
    kernel.expand: _expand_portable,
}


def source(fn: Any, portable: bool) -> Any:
    """What is compiled for a kernel, mostly the kernel as it stands; `portable`: without instructions like `pdep`."""
    if fn in PORTABLE:
        return (PORTABLE if portable or not has_pdep() else BMI2)[fn]
    return _fill if fn is kernel.fill else fn
