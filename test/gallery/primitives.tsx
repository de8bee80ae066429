import {
  Calendar,
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  ExternalLink,
  Globe,
  LoaderCircle,
  Undo2,
  WifiOff,
} from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../renderer/ui/banner.tsx';
import { Button } from '../../renderer/ui/button.tsx';
import { Chip } from '../../renderer/ui/chip.tsx';
import { Choice } from '../../renderer/ui/choice.tsx';
import { EnterKey, Kbd } from '../../renderer/ui/kbd.tsx';
import { Logo } from '../../renderer/ui/logo.tsx';
import { MarkedText } from '../../renderer/ui/marked-text.tsx';
import { StatusPill } from '../../renderer/ui/status-pill.tsx';
import { SwitchTile } from '../../renderer/ui/switch-tile.tsx';
import { TextField } from '../../renderer/ui/text-field.tsx';
import './primitives.css';

const nothing = (): void => undefined;
const tile = { everywhere: false, spinning: false, locked: false, number: 1, onToggle: nothing } as const;

/** The design system on one page. */
export function Primitives() {
  const [choice, setChoice] = useState<'open' | 'all'>('open');
  const [text, setText] = useState('');
  return (
    <main className="gallery">
      <h1 className="page__title">Design system</h1>
      <div className="gallery__row">
        <Logo name="Rolecall" />
        <Logo name="Rolecall" size="large" />
        <Kbd>Esc</Kbd>
        <Kbd>Ctrl Z</Kbd>
        <EnterKey />
        <bdi>
          <MarkedText value={{ text: 'Dominika', marks: [[4, 7]] }} />
        </bdi>
      </div>
      <div className="gallery__row">
        <Button>Plain</Button>
        <Button icon={Undo2}>With an icon</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Danger</Button>
        <Button icon={Undo2} label="Icon only" />
        <span className="gallery__dark-bar">
          <Button look="bar" icon={Undo2} shortcut={<Kbd>Ctrl Z</Kbd>}>
            On the bar
          </Button>
        </span>
      </div>
      <div className="gallery__row">
        <Button look="primary" icon={ExternalLink}>
          Primary
        </Button>
        <Button look="primary" shortcut={<EnterKey />}>
          Check in
        </Button>
        <Button look="done" shortcut={<EnterKey />}>
          Next person
        </Button>
      </div>
      <div className="gallery__row">
        <Chip>Staff</Chip>
        <Chip tone="done">In 13:41</Chip>
        <Chip tone="waiting">In, waiting</Chip>
        <Chip tone="refused">Refused</Chip>
        <StatusPill tone="done" icon={Check} words="All confirmed" ticking={[]} />
        <StatusPill tone="waiting" icon={WifiOff} words="Offline" ticking={['next try in 8 s']} />
        <StatusPill tone="refused" icon={CircleAlert} words="2 refused" ticking={[]} />
        <StatusPill tone="plain" icon={LoaderCircle} spinning words="Connecting" ticking={[]} />
      </div>
      <div className="gallery__row">
        <SwitchTile {...tile} name="Not given" checked={false} look="plain" state="not given" stateIcon={Calendar} />
        <SwitchTile {...tile} name="Given" checked look="given" state="this convention" stateIcon={CheckCheck} />
        <SwitchTile {...tile} name="Waiting" checked look="waiting" state="waiting to send" stateIcon={Clock} />
        <SwitchTile
          {...tile}
          name="Sending"
          checked
          look="waiting"
          state="sending…"
          stateIcon={LoaderCircle}
          spinning
        />
        <SwitchTile
          {...tile}
          name="Refused"
          checked={false}
          look="refused"
          state="refused: why"
          stateIcon={CircleAlert}
        />
        <SwitchTile {...tile} name="Everywhere" checked look="given" everywhere state="everywhere" stateIcon={Globe} />
        <SwitchTile
          {...tile}
          name="Locked"
          checked
          locked
          look="given"
          state="this convention"
          stateIcon={CheckCheck}
        />
      </div>
      <Banner title="Something to know">And what it means.</Banner>
      <Banner tone="waiting" title="The service can’t be reached" acts={<Button>Try again</Button>}>
        Everything is kept.
      </Banner>
      <Banner tone="refused" title="Refused">
        Nothing was changed.
      </Banner>
      <div className="gallery__row">
        <Choice
          label="Which"
          value={choice}
          options={[
            { value: 'open', words: 'Open' },
            { value: 'all', words: 'All' },
          ]}
          onChange={setChoice}
        />
        <TextField label="A line of text" hint="What it is for" value={text} onChange={setText} />
      </div>
    </main>
  );
}
