import type { App } from '../app.js';
import { byId } from './dom.js';

/** The theme that was chosen, or the system's. */
export function showTheme({ settings: { theme } }: App): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  byId('theme').textContent = `Theme: ${theme ?? 'system'}`;
}

/** System, light, dark, and round again. */
export function themeButton(app: App): void {
  byId('theme').addEventListener('click', () => {
    const next = { system: 'light', light: 'dark', dark: undefined }[app.settings.theme ?? 'system'] as 'light' | 'dark' | undefined;
    app.keep({ theme: next });
    showTheme(app);
  });
  showTheme(app);
}
