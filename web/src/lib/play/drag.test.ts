import { describe, expect, it, vi } from "vitest";
import { Drag, SLIP } from "./drag.svelte.ts";

/** A hand of cards 100 high, its top at 500. */
function hand() {
  const root = document.createElement("div");
  root.getBoundingClientRect = () => ({ top: 500 }) as DOMRect;
  const button = document.createElement("button");
  Object.defineProperty(button, "offsetHeight", { value: 100 });
  button.setPointerCapture = () => undefined;
  const laid = vi.fn();
  const moved = vi.fn();
  const drag = new Drag({ hand: () => root, laid, moved });
  const at = (x: number, y: number, more: object = {}): PointerEvent =>
    ({
      button: 0,
      isPrimary: true,
      pointerId: 1,
      clientX: x,
      clientY: y,
      currentTarget: button,
      ...more,
    }) as unknown as PointerEvent;
  return { drag, at, laid, moved };
}

describe("a card under the finger", () => {
  it("is touched, not dragged, by a finger that slips", () => {
    const { drag, at, laid, moved } = hand();
    drag.down(at(50, 550), "AS");
    drag.move(at(50 + SLIP - 1, 550));
    expect(drag.token).toBeNull();
    drag.up(at(50 + SLIP - 1, 550));
    expect(drag.clicked()).toBe(true);
    expect([laid.mock.calls, moved.mock.calls]).toEqual([[], []]);
  });

  it("is laid on the table when it is let go of above the hand, and rests there", () => {
    const { drag, at, laid } = hand();
    drag.down(at(50, 550), "AS");
    drag.move(at(60, 300));
    expect([drag.token, drag.x, drag.y, drag.over]).toEqual(["AS", 10, -250, true]);
    drag.up(at(60, 300));
    expect(laid).toHaveBeenCalledWith("AS");
    expect([drag.token, drag.resting]).toEqual(["AS", "AS"]);
    expect(drag.clicked()).toBe(false);
    drag.clear();
    expect([drag.token, drag.resting, drag.x]).toEqual([null, null, 0]);
  });

  it("is moved within the hand, and goes back when the browser takes the finger away", () => {
    const { drag, at, laid, moved } = hand();
    drag.down(at(50, 550), "AS");
    drag.move(at(220, 560));
    expect(drag.over).toBe(false);
    drag.up(at(220, 560));
    expect(moved).toHaveBeenCalledWith("AS", 220, 560);
    expect(laid).not.toHaveBeenCalled();
    expect(drag.token).toBeNull();
  });

  it("listens to one finger and the first button only", () => {
    const { drag, at } = hand();
    drag.down(at(50, 550, { button: 2 }), "AS");
    drag.move(at(220, 300));
    drag.down(at(50, 550), "AS");
    drag.move(at(220, 300, { pointerId: 2 }));
    expect(drag.token).toBeNull();
  });
});
