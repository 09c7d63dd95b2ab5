import { describe, expect, it } from 'vitest';
import { heldBy } from '../../../src/core/guard/ban-fits.ts';
import { afterMessage } from '../../../src/core/guard/bans.ts';
import { isKnown } from '../../../src/core/guard/destructive.ts';
import { rulesIn } from '../../../src/core/guard/forbidden.ts';
import { permitsIn } from '../../../src/core/guard/permits.ts';
import { runsIn } from '../../../src/core/shell/runs.ts';

const project = '/home/dev/proj';

function isHeld(said: string, command: string): boolean {
  const runs = runsIn(command, { read: () => undefined, knows: isKnown });
  const tried = { runs, edits: [], folder: project, project, branch: 'main', exists: () => false };
  return heldBy(afterMessage([], said), tried) !== undefined;
}

describe('a rule about one running thing', () => {
  it.each([
    ["Don't kill the process.", 'kill 4242'],
    ["Don't kill the process.", 'pkill node'],
    ["Don't kill the postgres container.", 'docker kill web'],
    ["Don't kill process 4242.", 'kill 17'],
    ["Don't kill the dev server on port 3000.", 'fuser -k 8080/tcp'],
    ["Don't restart postgres.", 'docker restart web'],
    ["Don't restart the database.", 'systemctl restart nginx'],
    ["Don't kill the mood.", 'kill 3'],
  ])('leaves others alone: "%s", `%s`', (said, command) => {
    expect(isHeld(said, command)).toBe(false);
  });

  it.each([
    ["Don't kill any processes.", 'kill 4242'],
    ['Never kill anything.', 'pkill node'],
    ["Don't kill the postgres container.", 'docker kill postgres'],
    ["Don't kill process 4242.", 'kill -9 4242'],
    ["Don't kill the dev server on port 3000.", 'fuser -k 3000/tcp'],
    ["Don't restart postgres.", 'systemctl restart postgres'],
    ["Don't restart the database.", 'docker compose restart db'],
    ['Do not restart the server.', 'systemctl restart nginx'],
  ])('holds the one it names, and any where any is meant: "%s", `%s`', (said, command) => {
    expect(isHeld(said, command)).toBe(true);
  });
});

describe('a program that is forbidden', () => {
  it.each([
    'Does the login page render? Don’t use curl, look at it in the browser.',
    "I'll download it by hand, don't use curl.",
    "Fix the login page. Don't use curl.",
    "The model is big, so don't use curl.",
  ])('is for the one thing that the message is about: "%s"', (said) => {
    expect(isHeld(said, 'curl http://localhost:3000')).toBe(false);
  });

  it.each([
    'Never use curl.',
    "Don't use curl.",
    "Don't use curl in this repo.",
    "Don't use curl, use wget.",
    "Implement the client. Don't use curl, use wget.",
    'Fix the login page. From now on do not use curl.',
  ])('is forbidden for all of the work: "%s"', (said) => {
    expect(isHeld(said, 'curl http://localhost:3000')).toBe(true);
  });
});

/** A command among the words of each language, word for word. */
const among: [said: string, command: string][] = [
  ['No ejecutes terraform apply.', 'terraform apply'],
  ['Führe kein terraform apply aus.', 'terraform apply'],
  ['Nunca hagas docker compose down.', 'docker compose down'],
  ["N'exécute jamais kubectl delete.", 'kubectl delete pod web'],
  ['Kein kubectl delete bitte.', 'kubectl delete pod web'],
  ['Non eseguire mai terraform apply.', 'terraform apply'],
  ['Não rode docker compose down.', 'docker compose down'],
  ['Voer nooit kubectl delete uit.', 'kubectl delete pod web'],
  ['Kör aldrig terraform apply.', 'terraform apply'],
  ['Kør aldrig terraform apply.', 'terraform apply'],
  ['Kjør aldri docker compose down.', 'docker compose down'],
  ['Älä koskaan aja terraform apply.', 'terraform apply'],
  ['Nigdy nie uruchamiaj kubectl delete.', 'kubectl delete pod web'],
  ['Nikdy nespouštěj docker compose down.', 'docker compose down'],
  ['Никогда не запускай terraform apply.', 'terraform apply'],
  ['Ніколи не запускай docker compose down.', 'docker compose down'],
  ['terraform apply asla çalıştırma.', 'terraform apply'],
  ['Jangan pernah jalankan kubectl delete.', 'kubectl delete pod web'],
  ['Đừng bao giờ chạy docker compose down.', 'docker compose down'],
  ['لا تشغل terraform apply أبدا.', 'terraform apply'],
  ['אל תריץ kubectl delete לעולם.', 'kubectl delete pod web'],
  ['terraform apply कभी मत चलाना।', 'terraform apply'],
  ['ห้ามรัน terraform apply', 'terraform apply'],
  ['请不要运行 terraform apply。', 'terraform apply'],
  ['請勿執行 kubectl delete。', 'kubectl delete pod web'],
  ['terraform apply を実行しないでください。', 'terraform apply'],
  ['terraform apply는 절대 실행하지 마세요.', 'terraform apply'],
];

describe('a command that stands among the words of any language', () => {
  it.each(among)('is held and never allowed by it: "%s"', (said, command) => {
    expect(isHeld(said, command)).toBe(true);
    expect(permitsIn(said)).toEqual([]);
  });

  it.each([
    'Nie npm benutzen, nimm pnpm.',
    'No uses docker para esto.',
    'Si falla, no ejecutes terraform apply.',
    'Das terraform apply ist gestern fehlgeschlagen.',
  ])('is none where it is told, depends on something or has no part: "%s"', (said) => {
    expect(rulesIn(said)).toEqual([]);
  });
});
