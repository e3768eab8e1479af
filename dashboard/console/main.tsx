import './styles/tokens.css';
import './styles/base.css';
import './styles/texts.css';
import './styles/shell.css';
import './styles/dialog.css';
import { render } from 'preact';
import { App } from './app.tsx';

render(<App />, document.getElementById('app') as HTMLElement);
