// The rules both peers play: 32 cards, four seats in turn, any card of one's hand, tricks of four, then the next pack.

export const SEATS = 4;
const CARDS = 32;

export function pack() {
  return Array.from({ length: CARDS }, (_, card) => card);
}

/** Fisher and Yates, for a server that brings no shuffle of its own. */
export function shuffle(cards) {
  for (let last = cards.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

/** The hands of a shuffled pack. */
export function deal(cards) {
  const each = CARDS / SEATS;
  return Array.from({ length: SEATS }, (_, seat) => cards.slice(seat * each, (seat + 1) * each));
}

/** Who takes the trick: the highest card of the suit that was led. `led` is the seat that led. */
export function winner(trick, led) {
  const suit = trick[0] >> 3;
  let best = 0;
  for (let place = 1; place < SEATS; place++) {
    if (trick[place] >> 3 === suit && trick[place] > trick[best]) best = place;
  }
  return (led + best) % SEATS;
}
