// Games between people in several browsers: seats by link and code, everybody sees every move, and players agree on things.

import assert from 'node:assert/strict';
import { sideways, violations } from './lib/axe.mjs';
import { Forwarder } from './lib/server.mjs';
import { Page, suite, until } from './lib/suite.mjs';

const { test, shared, others } = suite({ more: ['--bind', '0.0.0.0'] });

const MOST_PLIES = 200;

/** Starts a game of two people on the page; its id. */
async function startGame(page, family, size, clock = 'none') {
  await page.visit('/', '#start');
  await page.$('#setup-game').selectOption(family);
  await page.$('#setup-size').selectOption(size);
  await page.$('#setup-side').selectOption('both');
  await page.$('#setup-clock').selectOption(clock);
  await page.press('#start');
  await page.$('[data-board]').waitFor();
  return page.gameId();
}

/** The link to a seat, as the page shows it, for the address of this page. */
async function seatLink(page, side) {
  await page.$('#invite summary').click();
  await page.press(`#invite-${side}`);
  await page.$('#seat-link').waitFor();
  return new URL(await page.$('#seat-link').inputValue()).hash.slice(1);
}

test('the first page says how to play with a friend', async ({ page }) => {
  await page.visit('/', '#start');
  await page.sees('.setup', 'Play with a friend at this screen, or by a link or a short code.');
  await page.press('#with-friend');
  await page.sees('#opponent-words', /at this screen.*“Invite somebody”.*a link, a short code or a QR code/);
  assert.equal(await page.$('#setup-side').inputValue(), 'both');
  await page.press('#start');
  await page.sees('#status', 'press “Invite somebody”');
  await page.sees('#invite summary', 'Invite somebody');
});

/** Two people play by clicking until the game is over, and somebody watches. */
async function playOut(id, { w, b, watcher, api }, between = async () => {}) {
  let game = await api.game(id);
  while (game.result === null) {
    const { line } = game;
    const plies = line.plies.length;
    assert.ok(plies < MOST_PLIES, 'the game ends');
    for (const page of [w, b, watcher]) await page.shows(line.names, line.cells);
    await between(plies);
    const moves = line.plies.map(({ move }) => move);
    const [{ move }] = await api.best(line.game, { position: line.start.position, moves }, line.side === 'w' ? 4 : 2);
    await (line.side === 'w' ? w : b).clickMove(line, line.moves.find((known) => known.move === move));
    game = await until('the game goes on', () => api.game(id), (now) => now.result !== null || now.line.plies.length > plies);
  }
  return game;
}

for (const { family, size } of [
  { family: 'ctf', size: '3' },
  { family: 'crusher', size: '2' },
  { family: 'oska', size: '4' },
  { family: 'congo', size: 'congo:course' },
]) {
  test(`two browsers play a whole game of ${family} ${size} while a third watches`, async ({ page, api, server }) => {
    const id = await startGame(page, family, size);
    const link = await seatLink(page, 'b');
    const forwarder = await Forwarder.start(server);
    const watcher = await Page.open(shared.browser, forwarder);
    await others(1, async (guest) => {
      await guest.visit(link, '[data-board]');
      await watcher.visit(`/game/${id}`, '[data-board]');
      await watcher.sees('#status', 'You are watching.');
      await page.sees('#status', /You play|Your turn/);
      await until('the invitation makes room', () => page.$('#invite').getAttribute('open'), (open) => open === null);
      const game = await playOut(id, { w: page, b: guest, watcher, api }, async (plies) => {
        // One of them reloads, and one is cut off: until it has connected again, it misses a move.
        if (plies === 2) await guest.tab.reload();
        if (plies === 3) {
          watcher.serverGone = true;
          forwarder.cut();
          await watcher.sees('#status', 'The connection to the server is lost');
          forwarder.server = server;
        }
      });
      for (const each of [page, guest, watcher]) {
        await each.sees('#result', game.reason);
        await each.shows(game.line.names, game.line.cells);
        assert.deepEqual(await each.moves(), game.line.plies.map(({ move }) => move));
      }
      watcher.checkFaults();
    }).finally(async () => {
      await watcher.context.close();
      forwarder.stop();
    });
  });
}

test('a watcher cannot move, a key works once, and a stranger cannot delete', async ({ page, api }) => {
  const id = await startGame(page, 'oska', '4');
  const link = await seatLink(page, 'b');
  await others(2, async (guest, watcher) => {
    await guest.visit(link, '[data-board]');
    watcher.allow(/\/(moves|seats\/b|games\/\w+)$/);
    await watcher.visit(link);
    await watcher.sees('.page', 'This is not the key');
    await watcher.$('#watch').click();
    assert.equal(await watcher.gameId(), id);
    const { line } = await api.game(id);
    await watcher.shows(line.names, line.cells);
    assert.equal(await watcher.$('[data-movable]').count(), 0);
    // Whoever tries to move is told why that does not work.
    const own = line.names[line.moves[0].path[0]];
    await watcher.cell(own).click();
    await until('it is said', () => watcher.text('#status'), (words) => words === 'You are watching.');
    await guest.cell(own).click();
    await guest.sees('#status', 'It is White’s turn: wait for the other player.');
    const attempts = await watcher.tab.evaluate(async ([path, move]) => {
      const ask = async (method, where, body) => (await fetch(where, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).status;
      return [await ask('POST', `${path}/moves`, { ply: 0, move }), await ask('DELETE', path)];
    }, [`/api/games/${id}`, line.moves[0].move]);
    assert.deepEqual(attempts, [403, 403]);
    assert.equal((await api.game(id)).line.plies.length, 0);
    // The seats are still those of the two, and the link leads the guest back to the game.
    await page.clickMove(line, line.moves[0]);
    await guest.hasMoves(1);
    await guest.visit(link, '[data-board]');
    await guest.sees('#status', 'Your turn: you play Black');
  });
});

test('another invitation takes a seat from a friend only after a question', async ({ page, api }) => {
  const id = await startGame(page, 'oska', '4');
  const link = await seatLink(page, 'b');
  await others(1, async (guest) => {
    await guest.visit(link, '[data-board]');
    await page.sees('#status', 'Somebody plays Black now.');
    await page.$('#invite summary').click();
    for (const button of ['#invite-b', '#open-b']) {
      await page.press(button);
      await page.sees('dialog', 'Somebody plays Black. A new invitation takes the seat away at once');
      assert.deepEqual(await violations(page), []);
      await page.press('dialog #no');
      await until('the question is gone', () => page.$('dialog').count(), (count) => count === 0);
    }
    await page.press('#invite-w');
    await page.sees('dialog', 'You play White. Whoever accepts the new invitation plays White instead of you');
    await page.tab.keyboard.press('Escape');
    const { line } = await api.game(id);
    await page.clickMove(line, line.moves[0]);
    await guest.sees('#status', 'Your turn: you play Black');
    await page.press('#invite-b');
    await page.press('dialog #yes');
    await guest.sees('#status', 'You do not play Black any more');
    await page.sees('#seat-code', /\w{4}-\w{4}/);
  });
});

test('undo in a game whose rematch was deleted asks the friend, and the game goes on', async ({ page, api }) => {
  const id = await startGame(page, 'oska', '4');
  const link = await seatLink(page, 'b');
  await others(1, async (guest) => {
    await guest.visit(link, '[data-board]');
    await guest.press('#resign');
    await guest.press('dialog #yes');
    await page.press('#rematch');
    await guest.press('#agree');
    const next = await page.gameId(id);
    await guest.gameId(id);
    await page.visit(`/game/${id}`, '#result');
    await guest.visit(`/game/${id}`, '#result');
    await page.tab.evaluate((path) => fetch(path, { method: 'DELETE' }), `/api/games/${next}`);
    await guest.press('#undo');
    await page.sees('#offer', 'Black asks to play on.');
    assert.notEqual((await api.game(id)).result, null, 'not without agreement');
    await page.press('#agree');
    await page.sees('#status', 'The game goes on.');
    await guest.sees('#status', 'The game goes on.');
    for (const each of [page, guest]) assert.equal(await each.gameId(), id);
    assert.equal((await api.game(id)).result, null);
  });
});

for (const viewport of [{ width: 320, height: 640 }, { width: 360, height: 740 }, { width: 740, height: 360 }, { width: 1280, height: 720 }]) {
  test(`what is offered is seen at once on a screen of ${viewport.width} × ${viewport.height}`, async ({ page }) => {
    await startGame(page, 'congo', 'congo');
    const link = await seatLink(page, 'b');
    await others(1, async (guest) => {
      await guest.tab.setViewportSize(viewport);
      await guest.visit(link, '[data-board]');
      await page.press('#draw');
      await guest.sees('#offer', 'White offers a draw');
      assert.equal(await guest.tab.evaluate(() => scrollY), 0);
      for (const button of ['#agree', '#decline']) {
        const { y, height } = await guest.box(guest.$(button));
        assert.ok(y >= 0 && y + height <= viewport.height, `${button} ends at ${y + height}`);
      }
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await guest.tab.emulateMedia({ colorScheme });
        assert.deepEqual([await violations(guest), await sideways(guest)], [[], []], colorScheme);
      }
    });
  });
}

test('people who play each other get no hints', async ({ page }) => {
  await startGame(page, 'oska', '4');
  assert.equal(await page.$('#hint').isVisible(), false);
});

test('people who play each other get no analysis until the end, and nobody who watches gets a rematch', async ({ page }) => {
  const id = await startGame(page, 'oska', '4');
  assert.equal(await page.$('#analyse').isEnabled(), true, 'at one screen');
  const link = await seatLink(page, 'b');
  await others(2, async (guest, watcher) => {
    await guest.visit(link, '[data-board]');
    await watcher.visit(`/game/${id}`, '[data-board]');
    await watcher.sees('#status', 'You are watching.');
    await page.sees('#status', 'Somebody plays Black now.');
    for (const player of [page, guest]) {
      assert.equal(await player.$('#analyse').isDisabled(), true);
      assert.match(await player.$('#analyse').getAttribute('title'), /when the game is over/);
    }
    await guest.press('#resign');
    await guest.press('#yes');
    for (const [who, words] of [[page, 'You have won.'], [guest, 'You have lost.']]) {
      await who.sees('#status', words);
      await who.sees('#result', words.slice(0, -1));
      assert.deepEqual([await who.$('#analyse').isEnabled(), await who.$('#rematch').isVisible()], [true, true]);
    }
    await watcher.sees('#result', 'White has won');
    assert.equal(await watcher.$('#rematch').isVisible(), false);
  });
});

test('somebody joins by typing the code', async ({ page, api }) => {
  const id = await startGame(page, 'oska', '4');
  await seatLink(page, 'w');
  assert.equal(await page.$('#invite .qr').isVisible(), true);
  const code = await page.text('#seat-code');
  await others(1, async (guest) => {
    // A mistyped code stays where it was typed, and can be corrected there.
    guest.allow(/\/api\/invitations\/wrong-code$/);
    await guest.visit('/join/wrong-code', '#join-problem');
    await guest.sees('#join-problem', 'This code is not valid');
    await guest.visit('/', '#join-code');
    await guest.$('#join-code').fill('wrong-code');
    await guest.press('#join');
    await guest.sees('#join-problem', 'This code is not valid');
    assert.equal(await guest.$('#join-code').inputValue(), 'wrong-code');
    await guest.$('#join-code').fill(code.toLowerCase());
    await guest.press('#join');
    assert.equal(await guest.gameId(), id);
    await guest.sees('#status', 'Your turn: you play White');
    await page.sees('#status', 'Somebody plays White now.');
    const { line } = await api.game(id);
    await guest.clickMove(line, line.moves[0]);
    await page.hasMoves(1);
    await page.sees('#status', 'Your turn: you play Black');
  });
});

test('the clock waits for the friend, however long the invitation takes', async ({ page, api }) => {
  const id = await startGame(page, 'oska', '4', '300+3');
  assert.equal((await api.game(id)).clocks.running, null);
  await page.sees('#status', 'The clock starts with the first move, or when somebody joins.');
  const link = await seatLink(page, 'b');
  await others(1, async (guest) => {
    await guest.visit(link, '[data-board]');
    await until('it runs when both are there', () => api.game(id), ({ clocks }) => clocks.running === 'w');
    assert.ok((await api.game(id)).clocks.white_ms > 240_000);
  });
});

test('a phone that leaves its network and comes back says so, and catches up', async ({ page, api }) => {
  const id = await startGame(page, 'oska', '4');
  const link = await seatLink(page, 'b');
  await others(1, async (guest) => {
    await guest.visit(link, '[data-board]');
    const { line } = await api.game(id);
    await page.clickMove(line, line.moves[0]);
    await guest.sees('#status', 'Your turn: you play Black');
    guest.serverGone = true;
    await guest.context.setOffline(true);
    await guest.sees('#status', 'The connection to the server is lost');
    await page.press('#draw');
    await guest.context.setOffline(false);
    await guest.sees('#status', /Your turn: you play Black.*White offers a draw/);
    guest.serverGone = false;
  });
});

test('on a phone, the field for a code is seen at once', async ({ page }) => {
  await page.visit('/', '#join');
  const { y, height } = await page.box(page.$('#join'));
  assert.ok(y + height < 400, `${y + height} px down`);
}, { viewport: { width: 320, height: 640 } });

test('a link is copied also where the browser has no clipboard for pages', async ({ page }) => {
  await page.tab.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }));
  await startGame(page, 'oska', '4');
  await seatLink(page, 'b');
  await page.$('.invitation button').click();
  await page.sees('#status', 'Copied');
  const selected = await page.$('#seat-link').evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  assert.match(selected, /#\/seat\//);
});

test('clocks agree, and players agree on undo, draw and rematch', async ({ page, api }) => {
  const id = await startGame(page, 'oska', '4', '300+3');
  const link = await seatLink(page, 'b');
  await others(1, async (guest) => {
    await guest.tab.setViewportSize({ width: 320, height: 640 });
    await guest.visit(link, '[data-board]');
    const { line } = await api.game(id);
    await page.clickMove(line, line.moves[0]);
    await guest.hasMoves(1);
    // Each page notes when the running clock changes to which time; a busy machine may draw one of these changes late.
    for (const who of [page, guest]) {
      await who.$('.player.black .clock').evaluate((clock) => {
        globalThis.changes = {};
        new MutationObserver(() => { globalThis.changes[clock.textContent] = Date.now(); }).observe(clock, { childList: true, subtree: true });
      });
    }
    const changes = (who) => who.tab.evaluate(() => globalThis.changes);
    const apart = async () => {
      const [here, there] = await Promise.all([changes(page), changes(guest)]);
      return Object.keys(here).filter((time) => time in there).map((time) => Math.abs(here[time] - there[time]));
    };
    await until('the clocks agree within 0.3 s', apart, (differences) => differences.some((difference) => difference <= 300));
    const [standing, same] = await Promise.all([page, guest].map((who) => who.text('.player.white .clock')));
    assert.equal(standing, same, 'the clock that stands still');
    const before = await Promise.all([page, guest].map((who) => who.places()));
    /** Nothing of what is offered moves a control. */
    const nothingMoves = async () => assert.deepEqual(await Promise.all([page, guest].map((who, index) => who.moved(before[index]))), [[], []]);
    assert.equal(await guest.$('#undo').isDisabled(), true, 'Black has not moved');
    await page.press('#undo');
    await guest.sees('#offer', 'White asks to take back the last move.');
    await nothingMoves();
    await guest.sees('#status', 'White asks to take back the last move. Agree or decline.');
    await page.sees('#status', 'You ask to take a move back.');
    await page.press('#decline');
    await guest.sees('#status', 'The offer was withdrawn.');
    await page.press('#undo');
    await guest.press('#agree');
    await page.hasMoves(0);
    await page.sees('#status', 'A move was taken back.');
    await guest.press('#draw');
    await guest.sees('#status', 'You offer a draw.');
    await page.sees('#offer', 'Black offers a draw');
    for (const each of [page, guest]) assert.equal(await each.$('#draw').isDisabled(), true, 'it is offered already');
    await nothingMoves();
    await page.press('#decline');
    await guest.sees('#status', 'White has declined the draw.');
    assert.equal((await api.game(id)).offer, null);
    await page.press('#draw');
    await guest.sees('#offer', 'White offers a draw');
    await guest.press('#agree');
    for (const each of [page, guest]) await each.sees('#result', /Drawn: the players have agreed/);
    await guest.press('#rematch');
    await page.sees('#offer', 'Black offers a rematch');
    await nothingMoves();
    await page.press('#agree');
    const next = await page.gameId(id);
    assert.equal(await guest.gameId(id), next);
    await guest.sees('#status', 'Your turn: you play White');
    await page.sees('#status', 'You play Black');
  });
});

test('who is asked to play on after a loss on time knows what that means', async ({ page, api }) => {
  await page.visit('/', '#start');
  const id = await page.tab.evaluate(async () => {
    const body = JSON.stringify({ game: 'oska:4', white: { kind: 'human', name: 'Anna' }, black: { kind: 'human' }, clock: { start_ms: 2000, increment_ms: 0 } });
    return (await (await fetch('/api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()).id;
  });
  await page.visit(`/game/${id}`, '[data-board]');
  const link = await seatLink(page, 'b');
  await others(1, async (guest) => {
    await guest.visit(link, '[data-board]');
    await guest.cell((await api.game(id)).line.names[0]).click();
    await page.sees('#result', 'White has run out of time');
    await page.press('#undo');
    await guest.sees('#offer', 'Anna asks to play on, with 0:02.0 on the clock that has run out.');
    await guest.press('#agree');
    await page.sees('#status', 'The game goes on, and White’s clock starts anew.');
  });
});

test('a game that is deleted under its players can only be looked at', async ({ page, api }) => {
  const id = await startGame(page, 'ctf', '5', '300+3');
  const { line } = await api.game(id);
  const link = await seatLink(page, 'w');
  await others(1, async (guest) => {
    await guest.visit(link, '[data-board]');
    await guest.sees('#status', 'Your turn');
    await page.visit('/games', `[data-game-id="${id}"]`);
    await page.press(`[data-delete="${id}"]`);
    await guest.sees('#status', /has been deleted.*nobody can play on/);
    assert.deepEqual(await guest.$('#undo, #resign, #draw, #typed-move').evaluateAll((all) => all.map((control) => [control.id, control.disabled])),
      [['undo', true], ['resign', true], ['draw', true], ['typed-move', true]]);
    const [from] = line.moves[0].path;
    assert.equal(await guest.cell(line.names[from]).getAttribute('data-movable'), null, 'no man can be moved');
    // Turning the board leaves it so.
    await guest.press('#flip');
    await guest.sees('#status', 'has been deleted');
    assert.equal(await guest.$('#resign').isDisabled(), true);
    // What comes back is the same game, with its players.
    await page.press('#undo-delete');
    await page.sees('#status', 'The game is back.');
    await guest.tab.reload();
    await guest.sees('#status', 'Your turn');
    await guest.clickMove(line, line.moves[0]);
    await page.visit(`/game/${id}`, '[data-board]');
    await page.sees('#status', 'Your turn');
  });
});

test('a move reaches the others soon', async ({ page, api }) => {
  const id = await startGame(page, 'ctf', '5');
  await others(1, async (watcher) => {
    await watcher.visit(`/game/${id}`, '[data-board]');
    const { line } = await api.game(id);
    await page.clickMove(line, line.moves[0]);
    await watcher.hasMoves(1);
    const { plies } = (await api.game(id)).line;
    assert.equal(plies.length, 1);
    // Watching is told of the end of the game too, and of its deletion.
    await page.press('#resign');
    await page.press('dialog #yes');
    await watcher.sees('#result', 'resigned');
    await page.visit('/games', `[data-game-id="${id}"]`);
    await page.press(`[data-delete="${id}"]`);
    await watcher.sees('#status', 'deleted');
  });
});
