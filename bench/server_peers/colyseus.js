// Colyseus with the like game: `node colyseus.js PORT views|messages`.
// `views` keeps the state in a schema and lets a StateView hide the other hands; `messages` sends each seat its own view.

import { Room, Server } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { SEATS, deal, pack, shuffle, winner } from "./tricks.js";

const [port, way] = process.argv.slice(2);

// Every move is sent at once; the timer of the room is only for housekeeping. Its default, 20 a second, costs much more.
const HOUSEKEEPING_MS = 1000;

const Seat = schema({ hand: t.array("uint8").view(), count: t.uint8(), taken: t.uint8() }, "Seat");
const Table = schema(
  { seats: t.array(Seat), trick: t.array("uint8"), last: t.array("uint8"), turn: t.uint8(), moves: t.uint32() },
  "Table",
);

class WithViews extends Room {
  maxClients = SEATS;
  patchRate = HOUSEKEEPING_MS;
  state = new Table();

  onCreate() {
    const { state } = this;
    state.assign({ turn: 0, moves: 0 });
    for (let seat = 0; seat < SEATS; seat++) state.seats.push(new Seat().assign({ taken: 0 }));
    this.deal();
    this.onMessage("p", (client, place) => {
      if (client.userData !== state.turn) return;
      const seat = state.seats[state.turn];
      if (!(place >= 0 && place < seat.hand.length)) return;
      const [card] = seat.hand.splice(place, 1);
      seat.count--;
      state.trick.push(card);
      state.moves++;
      state.turn = (state.turn + 1) % SEATS;
      if (state.trick.length === SEATS) {
        const trick = state.trick.toArray();
        state.seats[winner(trick, state.turn)].taken++;
        state.last.clear();
        state.last.push(...trick);
        state.trick.clear();
        if (seat.count === 0) this.deal();
      }
      this.broadcastPatch();
    });
  }

  deal() {
    deal(shuffle(pack())).forEach((hand, place) => {
      const seat = this.state.seats[place];
      seat.hand.push(...hand);
      seat.count = hand.length;
    });
  }

  onJoin(client) {
    client.userData = this.clients.length - 1;
    client.view = new StateView();
    client.view.add(this.state.seats[client.userData]);
  }
}

class WithMessages extends Room {
  maxClients = SEATS;
  patchRate = HOUSEKEEPING_MS;
  hands = deal(shuffle(pack()));
  taken = Array(SEATS).fill(0);
  trick = [];
  last = [];
  turn = 0;
  moves = 0;

  onCreate() {
    this.onMessage("p", (client, place) => {
      const seat = this.turn;
      if (client.userData !== seat || !(place in this.hands[seat])) return;
      const [card] = this.hands[seat].splice(place, 1);
      this.trick.push(card);
      this.moves++;
      this.turn = (seat + 1) % SEATS;
      if (this.trick.length === SEATS) {
        this.taken[winner(this.trick, this.turn)]++;
        this.last = this.trick;
        this.trick = [];
        if (this.hands[seat].length === 0) this.hands = deal(shuffle(pack()));
      }
      this.clients.forEach((each) => this.show(each));
    });
  }

  onJoin(client) {
    client.userData = this.clients.length - 1;
    this.show(client);
  }

  show(client) {
    client.send("v", {
      hand: this.hands[client.userData],
      counts: this.hands.map((hand) => hand.length),
      trick: this.trick,
      last: this.last,
      taken: this.taken,
      turn: this.turn,
      moves: this.moves,
    });
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define("tricks", way === "messages" ? WithMessages : WithViews);
await server.listen(Number(port));
console.log("ready");
