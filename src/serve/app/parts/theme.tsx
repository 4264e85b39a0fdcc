import { useEffect, useState } from 'preact/hooks';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const key = 'argiope-theme';

function kept(): Theme {
  const word = localStorage.getItem(key);
  return themes.find((theme) => theme === word) ?? 'auto';
}

/** Chooses between the system's theme, light and dark; the choice is kept in this browser. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(kept);
  useEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem(key, theme);
  }, [theme]);
  return (
    <label class="theme">
      <span class="unseen">Theme</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
