import '@fontsource-variable/inter/index.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/logo.css';
import './features/shell/frame.css';
import './features/start/start.css';
import { framePainted } from './frame-painted.ts';

// The page shows what index.html holds before it runs its program: that is read meanwhile (vite.renderer.config.ts), and its
// first run would take longer than the frame.
await framePainted();
await import('./main.tsx');
