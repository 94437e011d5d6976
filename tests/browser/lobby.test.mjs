// The lobby: two people find each other, somebody sits down against the engine, and games can be watched. And what can be heard.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test, others } = suite({ more: ['--bind', '0.0.0.0'] });

test('two people find each other in the lobby', async ({ page, api }) => {
  await others(2, async (guest, watcher) => {
    await guest.visit('/lobby', '#lobby-wait');
    await guest.sees('#lobby-waiting-head + p', 'Nobody is waiting');
    await watcher.visit('/lobby', '#lobby-wait');
    await page.visit('/lobby?game=oska:4', '#lobby-wait');
    await page.$('#lobby-side').selectOption('b');
    await page.$('#lobby-clock').selectOption('60+1');
    await page.press('#lobby-wait');
    const id = await page.gameId();
    await page.sees('#status', 'Waiting in the lobby for somebody to play White');
    assert.equal(await page.text('.player.white .clock'), '1:00', 'the clock stands still');
    await page.sees('.player.white', 'White: nobody yet');
    const bottom = () => page.$('.strip').last().locator('.player-name').textContent();
    assert.equal(await bottom(), 'Black: you', 'the board is the right way round already');
    assert.equal(await page.$('[data-movable]').count(), 0, 'nobody moves for somebody who has not come');
    await guest.sees(`[data-waiting="${id}"]`, /Somebody waits as Black, 1 minute \+ 1 s a move/);
    await watcher.$(`[data-waiting="${id}"]`).waitFor();
    await guest.press(`[data-join="${id}"]`);
    assert.equal(await guest.gameId(), id);
    await guest.sees('#status', 'Your turn: you play White');
    await page.sees('#status', 'You play Black');
    assert.equal(await bottom(), 'Black: you');
    // Others do not find it among those who wait any more, but can watch.
    await watcher.$(`[data-watch="${id}"] a`).click();
    await watcher.sees('#status', 'You are watching.');
    const { line } = await api.game(id);
    await guest.clickMove(line, line.moves[0]);
    for (const each of [page, watcher]) await each.hasMoves(1);
    await page.sees('#status', 'Your turn: you play Black');
  });
});

test('people are called by the names that they have said', async ({ page, api }) => {
  await others(2, async (guest, watcher) => {
    await page.visit('/lobby?game=oska:4', '#lobby-wait');
    await page.$('#lobby-name').fill('Anna <b>');
    await page.press('#lobby-wait');
    const id = await page.gameId();
    await page.sees('.player.white .player-name', 'White: Anna <b> (you)');
    await guest.visit('/lobby', `[data-waiting="${id}"]`);
    await guest.sees(`[data-waiting="${id}"]`, 'Anna <b> waits as White');
    await guest.$('#lobby-name').fill('Ben');
    await guest.press(`[data-join="${id}"]`);
    await guest.sees('.player.black .player-name', 'Black: Ben (you)');
    await guest.sees('.player.white .player-name', 'White: Anna <b>');
    await page.sees('.player.black .player-name', 'Black: Ben');
    await page.sees('#status', 'Ben plays Black now.');
    await watcher.visit('/lobby', `[data-watch="${id}"]`);
    await watcher.sees(`[data-watch="${id}"]`, 'White: Anna <b>, Black: Ben');
    // Another name is seen at once, and the browser remembers it.
    await guest.sees('#invite summary', 'Your name');
    await guest.$('#invite summary').click();
    await guest.$('#own-name').fill('Benno');
    await guest.tab.keyboard.press('Tab');
    await page.sees('.player.black .player-name', 'Black: Benno');
    await watcher.sees(`[data-watch="${id}"]`, 'Black: Benno');
    await watcher.visit('/games', `[data-game-id="${id}"]`);
    await watcher.sees(`[data-game-id="${id}"] [data-label="Black"]`, 'Benno');
    assert.match(await api.record(id, 'pgn'), /\[White "Anna <b>"\]\n\[Black "Benno"\]/);
    // What they ask each other is said with their names, and so is who has to move.
    await guest.press('#draw');
    await page.sees('#offer', 'Benno offers a draw.');
    await page.press('#decline');
    await guest.sees('#status', 'Anna <b> has declined the draw.');
    const { line } = await api.game(id);
    await guest.cell(line.names[line.moves[0].path[0]]).click();
    await guest.sees('#status', 'It is Anna <b>’s turn.');
    await guest.visit('/lobby', '#lobby-name');
    assert.equal(await guest.$('#lobby-name').inputValue(), 'Benno');
    // Who leaves the game is missed after a while, by those who watch too.
    await watcher.visit(`/game/${id}`, '[data-board]');
    for (const each of [page, watcher]) {
      await each.sees('.player.black .player-name', 'Black: Benno (away)');
      await each.sees('#status', 'Benno is away.');
    }
    await guest.visit(`/game/${id}`, '[data-board]');
    for (const each of [page, watcher]) {
      await until('Benno is back', () => each.text('.player.black .player-name'), (name) => name === 'Black: Benno');
      assert.doesNotMatch(await each.text('#status'), /away/);
    }
  });
});

test('who invites by a link has a name too', async ({ page }) => {
  await others(1, async (guest) => {
    await page.visit('/?game=oska:4&side=both&clock=300%2B3', '#start');
    await page.press('#start');
    await page.gameId();
    await page.$('#invite summary').click();
    await page.$('#own-name').fill('Anna');
    await page.press('#invite-b');
    await page.$('#seat-link').waitFor();
    const link = new URL(await page.$('#seat-link').inputValue()).hash.slice(1);
    await guest.visit(link, '[data-board]');
    await guest.sees('.player.white .player-name', 'White: Anna');
    await guest.sees('.player.black .player-name', 'Black: you');
    await page.sees('.player.black .player-name', 'Black: your opponent');
    // The longest name is seen whole on a phone.
    await guest.tab.setViewportSize({ width: 320, height: 640 });
    await guest.$('#invite summary').click();
    await guest.$('#own-name').fill('Annemarie von Zürich');
    await guest.tab.keyboard.press('Tab');
    await page.sees('.player.black .player-name', 'Black: Annemarie von Zürich');
    await until('the name is seen whole', () => guest.$('.player.black .player-name').evaluate((name) => name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight + 1 && name.textContent.endsWith('(you)')), Boolean);
  });
});

test('an open seat can be taken at the board, and closed again', async ({ page }) => {
  await others(1, async (guest) => {
    await page.visit('/lobby?game=ctf:4', '#lobby-wait');
    await page.press('#lobby-wait');
    const id = await page.gameId();
    await guest.visit(`/game/${id}`, '[data-board]');
    await guest.sees('#take-seat', 'Play Black');
    // Nobody loses a game that nobody has joined.
    assert.deepEqual([await page.$('#resign').isVisible(), await page.text('#close-seat')], [false, 'Stop waiting']);
    await page.press('#close-seat');
    await guest.sees('#status', 'You are watching.');
    await page.sees('#status', 'Play both sides here');
    assert.deepEqual([await page.$('#resign').isVisible(), await page.$('#close-seat').isVisible()], [true, false]);
    await page.$('#invite summary').click();
    await page.press('#open-b');
    await guest.sees('#status', 'press “Play Black” to join');
    await guest.press('#take-seat');
    await guest.sees('#status', 'You play Black');
    await page.sees('#status', 'Your turn: you play White');
  });
});

test('somebody who leaves does not wait any more', async ({ page }) => {
  await others(1, async (guest) => {
    await guest.visit('/lobby', '#lobby-wait');
    await page.visit('/lobby?game=oska:4', '#lobby-wait');
    await page.press('#lobby-wait');
    const id = await page.gameId();
    await guest.$(`[data-waiting="${id}"]`).waitFor();
    await page.visit('/rules/oska', 'article');
    await guest.$(`[data-waiting="${id}"]`).waitFor({ state: 'detached' });
  });
});

test('the address of the lobby, for a class', async ({ page, server }) => {
  await page.visit('/lobby', '#lobby-address');
  await page.$('#lobby-address summary').click();
  await page.$('#lobby-address .qr').waitFor();
  await page.sees('#lobby-address', `${server.url}/#/lobby`);
});

test('levels of the engine to sit down against, by keyboard', async ({ page, api }) => {
  await page.visit('/lobby?game=congo', '[data-level="12"]');
  await page.$('[data-level="2"]').focus();
  await page.tab.keyboard.press('Enter');
  const game = await api.game(await page.gameId());
  assert.deepEqual([game.line.game, game.white.kind, game.black.strength], ['congo', 'human', 'level=2']);
});

test('sounds are off until they are turned on, and are remembered', async ({ page, api }) => {
  // Counts the tones instead of playing them.
  await page.tab.addInitScript(() => {
    globalThis.tones = 0;
    const node = { connect: (to) => to, start: () => { globalThis.tones += 1; }, stop: () => {}, frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
    globalThis.AudioContext = class {
      currentTime = 0;
      destination = node;
      resume = async () => {};
      createOscillator = () => node;
      createGain = () => node;
    };
  });
  const tones = () => page.tab.evaluate(() => globalThis.tones);
  await page.visit('/lobby?game=oska:4', '#lobby-wait');
  await page.press('[data-level="1"]');
  const id = await page.gameId();
  await page.sees('#status', 'Your turn');
  const play = async () => {
    const { line } = await api.game(id);
    await page.clickMove(line, line.moves[0]);
    await page.hasMoves(line.plies.length + 2);
  };
  await play();
  assert.equal(await tones(), 0);
  await page.press('#sound');
  assert.equal(await page.$('#sound').getAttribute('aria-pressed'), 'true');
  assert.equal(await tones(), 1, 'what it sounds like');
  await play();
  await until('two moves are heard', tones, (count) => count >= 3);
  await page.tab.reload();
  await page.$('#sound[aria-pressed="true"]').waitFor();
  await page.press('#sound');
  await page.$('#sound[aria-pressed="false"]').waitFor();
});

test('a pointer at rest says what a man does', async ({ page, api }) => {
  const { id, line } = await api.newGame('congo', 'both');
  await page.visit(`/game/${id}`, '[data-board]');
  await page.shows(line.names, line.cells);
  const words = await page.cell('d1').locator('title').textContent();
  assert.match(words, /^White lion\. ./);
  assert.match(await page.$('#resign').getAttribute('title'), /other side wins/);
});

test('a projector shows what is going on and how to join side by side, a phone one below the other', async ({ page }) => {
  await page.visit('/lobby', '#lobby-games-head');
  const [left, right] = [await page.box(page.$('#lobby-waiting-head')), await page.box(page.$('#lobby-begin-head'))];
  assert.ok(right.x > 1000 && Math.abs(right.y - left.y) < 5, `beside it: ${right.x}, ${right.y - left.y}`);
  await page.tab.setViewportSize({ width: 390, height: 844 });
  await until('they are in one column', async () => (await page.box(page.$('#lobby-begin-head'))).x, (x) => x < 50);
}, { viewport: { width: 1920, height: 1080 } });
