import { render } from 'preact';
import type { SessionPage } from '../src/core/page/model.ts';
import { takeKey } from './api.ts';
import { App } from './app.tsx';
import { Exported } from './exported.tsx';

const root = document.getElementById('page')!;
const data = document.getElementById('data')?.textContent;
if (data) render(<Exported data={JSON.parse(data) as SessionPage} />, root);
else {
  takeKey();
  render(<App />, root);
}
