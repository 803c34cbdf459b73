// boardgame.io with the like game: `node boardgame.js PORT [FOLDER]`. With a folder it keeps matches there (FlatFile).

import { createRequire } from "node:module";
import { SEATS, deal, pack, winner } from "./tricks.js";

const require = createRequire(import.meta.url);
const { FlatFile, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const [port, folder] = process.argv.slice(2);

const tricks = {
  name: "tricks",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true, // else every state carries what has to be undone

  setup: ({ random }) => ({
    hands: deal(random.Shuffle(pack())),
    counts: Array(SEATS).fill(pack().length / SEATS),
    trick: [],
    last: [],
    taken: Array(SEATS).fill(0),
    moves: 0,
  }),

  turn: { minMoves: 1, maxMoves: 1 },

  moves: {
    play: {
      client: false, // a client does not know the other hands, so it cannot run this
      move: ({ G, random, playerID }, place) => {
        const seat = Number(playerID);
        if (!(place in G.hands[seat])) return INVALID_MOVE;
        const [card] = G.hands[seat].splice(place, 1);
        G.counts[seat]--;
        G.trick.push(card);
        G.moves++;
        if (G.trick.length === SEATS) {
          G.taken[winner(G.trick, (seat + 1) % SEATS)]++;
          G.last = G.trick;
          G.trick = [];
          if (G.counts[seat] === 0) {
            G.hands = deal(random.Shuffle(pack()));
            G.counts = G.hands.map((hand) => hand.length);
          }
        }
      },
    },
  },

  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : null)),
  }),
};

const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [tricks], db, origins: [] });
await server.run({ port: Number(port), callback: () => console.log("ready") });
