"""The OpenAPI description as a plain page: no scripts, nothing from elsewhere."""

from __future__ import annotations

from html import escape
from http import HTTPStatus
from typing import Any

from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title></head>
<body><h1>{title} {version}</h1><p>{description}</p>
<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a>,
<a href="/api/messages">the messages of the socket as JSON Schema</a>.</p>
"""


def answers(shape: Any, description: str) -> ResponseSpec:
    """What a request may be answered with. Made-up examples would say less than the names of the fields."""
    return ResponseSpec(shape, description=description, generate_examples=False)


class PlainDocs(OpenAPIRenderPlugin):
    """Lists every request with what it takes and answers, then the shapes of all that."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        info = {key: escape(str(value)) for key, value in openapi_schema["info"].items()}
        parts = [HEAD.format(**{"description": "", **info})]
        for path, methods in openapi_schema["paths"].items():
            for method, operation in methods.items():
                parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
                parts += _operation(operation)
        parts.append("<h2>Shapes</h2>")
        for name, schema in openapi_schema.get("components", {}).get("schemas", {}).items():
            parts += _shape(name, schema)
        return "\n".join([*parts, "</body></html>\n"]).encode()


def _operation(operation: dict[str, Any]) -> list[str]:
    parts = [f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p><ul>"]
    for parameter in operation.get("parameters", ()):
        told = escape(parameter["schema"].get("description", ""))
        parts.append(
            f"<li><code>{escape(parameter['name'])}</code> {_type(parameter['schema'])}. {told}</li>"
        )
    if "requestBody" in operation:
        parts.append(f"<li>takes {_content(operation['requestBody'])}</li>")
    for status, answer in operation["responses"].items():
        shape = _content(answer)
        told = escape(answer.get("description", ""))
        if told == HTTPStatus(int(status)).description:
            told = ""  # it is said of every page of the web
        parts.append(f"<li><code>{status}</code> {shape}{': ' if shape and told else ''}{told}</li>")
    return [*parts, "</ul>"]


def _shape(name: str, schema: dict[str, Any]) -> list[str]:
    needed = schema.get("required", ())
    parts = [f'<h3 id="{escape(name)}"><code>{escape(name)}</code></h3>']
    if "description" in schema:
        parts.append(f"<p>{escape(schema['description'])}</p>")
    parts.append("<ul>")
    for field, kind in schema.get("properties", {}).items():
        may = "" if field in needed else ", may be left out"
        told = f": {escape(kind['description'])}" if "description" in kind else ""
        parts.append(f"<li><code>{escape(field)}</code> {_type(kind)}{may}{told}</li>")
    return [*parts, "</ul>"]


def _content(part: dict[str, Any]) -> str:
    """What stands in a body, by its first kind of content."""
    return next((_type(kind["schema"]) for kind in part.get("content", {}).values() if "schema" in kind), "")


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words; one that has a name as a link to its fields."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(_type(one) for one in schema[several])
    if "enum" in schema or "const" in schema:
        return " or ".join(
            f"<code>{escape(str(one))}</code>" for one in schema.get("enum", [schema.get("const")])
        )
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(_type({**schema, "type": one}) for one in kind)
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and schema.get("additionalProperties"):
        return f"object of {_type(schema['additionalProperties'])}"
    return escape(kind)
