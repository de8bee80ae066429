/** One sample of each part the bundled font is split into (fontsource's subsets), and of each family in tokens.css after it. */
const samples = ['Łőđ', 'ễơ', 'Жя', 'Ѣҗ', 'Ωβ', 'Ἀῶ', 'محمد', 'רחל', 'สม', 'अनि', 'さクラ田', '张伟', '김민', '😀'];
/** What people's names and facts are set in (tokens.css); fonts are looked for by size too. */
const styles = ['--text-hit', '--text-quiet', '--text-name', '--text-small'];

/** Resolves when the page has nothing else to do. */
const rest = (): Promise<unknown> => new Promise((resolve) => requestIdleCallback(resolve));

/**
 * Lays out a sample of every script once, out of sight and only while the page has nothing else to do. Otherwise the first
 * name in a script stops the page while the system is asked for fonts, one family after the other, and the bundled font's
 * part is fetched: 107 and 64 ms at two of the first letters of a shift (docs/figures.md, "A letter to its list").
 * Nothing is painted and nothing stays in the page.
 */
export async function warmFonts(document: Document): Promise<void> {
  for (const text of samples) {
    for (const style of styles) {
      await rest();
      const sample = document.createElement('div');
      sample.style.cssText = `position: fixed; visibility: hidden; font: var(${style})`;
      sample.textContent = text;
      document.body.append(sample);
      // Asking for its size is what lays it out.
      sample.getBoundingClientRect();
      sample.remove();
    }
  }
}
