import { render } from 'preact';
import '../ui/ui.css';
import './shell/shell.css';
import './views/operations/ledger.css';
import './views/routes/routes.css';
import { App } from './shell/app.tsx';

render(<App />, document.getElementById('app') as HTMLElement);
