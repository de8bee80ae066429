import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpTopic } from '../../state/help-topics.ts';
import { useIsMac } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { loadGuide } from './help-texts.ts';
import type { Chapter, Piece } from './read-guide.ts';
import './help-book.css';

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  const { t } = useTranslation();
  const mac = useIsMac();
  const keyName = (key: string): string => (mac && key === 'Ctrl' ? t('keys.command') : key);
  return pieces.map(({ kind, text }, index) => {
    // Pieces of a text that never changes.
    const key = `${index} ${text}`;
    if (kind === 'strong') return <strong key={key}>{text}</strong>;
    if (kind === 'key') {
      return (
        <kbd key={key} className="kbd">
          {keyName(text)}
        </kbd>
      );
    }
    return <span key={key}>{text}</span>;
  });
}

/** Scrolls the text and nothing around it. */
function bringToTop(page: HTMLElement | null, chapter: HTMLElement | null): void {
  if (page === null || chapter === null) return;
  page.scrollTop += chapter.getBoundingClientRect().top - page.getBoundingClientRect().top;
}

/**
 * The guide for helpers, open at what the screen behind it is about. It is part of the program: no network, no browser.
 */
export function HelpBook({ topic, onClose }: { readonly topic: HelpTopic; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [guide, setGuide] = useState<{ readonly chapters: readonly Chapter[]; readonly language: string } | null>(null);
  const wanted = useRef<HTMLElement>(null);
  const page = useRef<HTMLElement>(null);
  const { language } = i18n;

  useEffect(() => {
    let current = true;
    void loadGuide(language).then((loaded) => {
      if (current) setGuide(loaded);
    });
    return () => {
      current = false;
    };
  }, [language]);

  useEffect(() => {
    if (guide !== null) bringToTop(page.current, wanted.current);
  }, [guide]);

  const goTo = (chapter: HelpTopic): void => {
    const heading = page.current?.querySelector<HTMLElement>(`[data-topic="${chapter}"] h3`);
    bringToTop(page.current, heading ?? null);
    heading?.focus({ preventScroll: true });
  };

  return (
    <Dialog
      wide
      title={t('help.title')}
      onClose={onClose}
      acts={
        <Button autoFocus onPress={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="help-book" {...(guide === null ? {} : { lang: guide.language })}>
        <nav className="help-book__contents" aria-label={t('help.contents')}>
          <ul>
            {guide?.chapters.map((chapter) => (
              <li key={chapter.topic}>
                <button
                  type="button"
                  className="help-book__link"
                  aria-current={chapter.topic === topic ? 'true' : undefined}
                  onClick={() => goTo(chapter.topic)}
                >
                  {chapter.title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable (WCAG 2.1.1) */}
        <section ref={page} className="help-book__page" aria-label={t('help.text')} tabIndex={0}>
          {guide?.chapters.map((chapter) => (
            <section
              key={chapter.topic}
              data-topic={chapter.topic}
              className={
                chapter.topic === topic ? 'help-book__chapter help-book__chapter--wanted' : 'help-book__chapter'
              }
              {...(chapter.topic === topic ? { ref: wanted } : {})}
            >
              <h3 tabIndex={-1}>{chapter.title}</h3>
              {chapter.blocks.map((block, index) =>
                block.kind === 'paragraph' ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text that never changes
                  <p key={index}>
                    <Pieces pieces={block.pieces} />
                  </p>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text that never changes
                  <ol key={index} className="help-book__steps">
                    {block.items.map((item, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: steps of a text that never changes
                      <li key={at}>
                        <Pieces pieces={item} />
                      </li>
                    ))}
                  </ol>
                ),
              )}
            </section>
          ))}
        </section>
      </div>
    </Dialog>
  );
}
