import { render } from 'preact';
import '../ui/ui.css';
import './connect.css';
import { ConnectApp } from './views/connect_app.tsx';

render(<ConnectApp />, document.getElementById('app') as HTMLElement);
