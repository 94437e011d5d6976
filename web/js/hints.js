// What the course says to a first wrong answer, by the kind of question: how to find the answer, without the answer.

/** Where the search looks one ply ahead, nothing is below the moves. */
export const ONE_PLY = 'at depth 1 the value of a move is that of the position after it. It stands in the box of the move; the side of the root takes the highest.';

/** @type {Record<string, string>} */
export const HINTS = {
  move: 'give each move its value from the values below it. Where the other side answers, that is the lowest of them.',
  value: 'look who moves at this node. The side of the root takes the highest value below it, the other side the lowest.',
  window: 'alpha comes from finished moves at the max nodes above this node, beta from finished moves at the min nodes above it. Where there are none, that end is open.',
  needed: 'compare the value of the first answer with alpha. The answers below this node can only make its value lower.',
  mark: 'at a min node the rest is cut off once the value is at most alpha, at a max node once it is at least beta. Go through the tree from the top.',
  count: 'the positions that are left are all that are not grey. Count the root, too.',
  reason: 'think of what the search knows at this moment: the moves that it has finished, and nothing else.',
  'first-move': 'alpha begins with the value of the first move. Look for the move that makes it highest.',
  order: 'the sooner alpha is high and beta is low, the more is cut off.',
  'same-value': 'think of what a cut-off leaves out: moves that nobody would choose.',
  refutation: 'who answers wants the lowest value for the side of the root. Look at the values behind each answer.',
  interrupted: 'a depth that is not finished does not count. Look at the last one that is.',
  share: 'add up the depths before the last, and divide by the sum of all.',
  illegal: 'imagine the board after each move, and look for it among the boards of this game.',
  history: 'strike out the moves that would make an earlier board, and take the highest value of the others.',
  table: 'which of the moves in the tree without earlier boards are legal after this history, and what are they worth?',
};
