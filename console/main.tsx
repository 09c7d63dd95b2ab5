import { render } from 'preact';
import { takeKey } from './api.ts';
import { App } from './app.tsx';

takeKey();
render(<App />, document.getElementById('page')!);
