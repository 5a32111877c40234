import type { App } from '../app.js';
import { byId } from './dom.js';

/** System, light, dark, and round again. */
export function themeButton(app: App): void {
  const button = byId('theme');
  const show = (): void => {
    const { theme } = app.settings;
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    button.textContent = `Theme: ${theme ?? 'system'}`;
  };
  button.addEventListener('click', () => {
    const next = { system: 'light', light: 'dark', dark: undefined }[app.settings.theme ?? 'system'] as 'light' | 'dark' | undefined;
    app.keep({ theme: next });
    show();
  });
  show();
}
