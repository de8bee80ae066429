// Runs before the first paint, so it asks for nothing. state/theme.ts does the rest.
{
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
