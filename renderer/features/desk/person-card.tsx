import { EyeOff, IdCard, Mail, MailCheck, MapPin, Phone } from 'lucide-react';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PersonRole, PersonView } from '../../../contract/desk/directory.ts';
import type { Column } from '../../../contract/desk/stations.ts';
import { isGone, type OpenPerson, type Reveal } from '../../state/person.ts';
import { useApp, useIsMac, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { LeftToRight, Username } from '../../ui/left-to-right.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { isolated, leftToRight } from '../../words/words.ts';
import { CopyMenu } from './copy-menu.tsx';
import { FurtherRecipes } from './further-recipes.tsx';
import { PrimaryCard } from './primary-card.tsx';
import { RoleTiles } from './role-tiles.tsx';

/** Names with more characters than this are set smaller, so that the button below stays in sight. */
const longName = 40;

type Open = Extract<OpenPerson, { kind: 'open' }>;

function Details(props: { readonly reveal: Exclude<Reveal, { kind: 'hidden' }>; readonly emailVerified: boolean }) {
  const { reveal, emailVerified } = props;
  const { t } = useTranslation();
  const words = useErrorWords();
  if (reveal.kind === 'failed') {
    return (
      <Banner tone="refused" title={words(reveal.error.code).happened}>
        {words(reveal.error.code).next}
      </Banner>
    );
  }
  const rows =
    reveal.kind === 'shown'
      ? [
          { label: t('person.legalName'), lines: [reveal.details.legalName] },
          {
            label: t('person.email'),
            lines: [leftToRight(reveal.details.email)],
            note: emailVerified ? undefined : t('person.emailNotVerifiedMeans'),
          },
          {
            label: t('person.phone'),
            lines: [reveal.details.phone === null ? t('person.noPhone') : leftToRight(reveal.details.phone)],
          },
          {
            label: t('person.address'),
            lines: reveal.details.addressLines.length === 0 ? [t('person.noAddress')] : reveal.details.addressLines,
          },
        ]
      : [];
  return (
    <section className="details" aria-label={t('person.idTitle')} aria-busy={reveal.kind === 'asking'}>
      <dl className="details__rows">
        {rows.map(({ label, lines, note }) => (
          <div key={label} className="details__row">
            <dt>{label}</dt>
            <dd>
              {lines.map((line) => (
                <span key={line} className="details__line">
                  <bdi>{line}</bdi>
                </span>
              ))}
            </dd>
            {note !== undefined && <dd className="details__note">{note}</dd>}
          </div>
        ))}
      </dl>
      <p className="quiet">{t('person.idNote')}</p>
    </section>
  );
}

function RefusedRoles({ roles }: { readonly roles: readonly PersonRole[] }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const { sentences } = useFormat();
  const { desk } = useApp();
  return roles.map((role) => {
    const { wishId } = role;
    const refusal = words(role.refusal?.code ?? 'bug');
    return (
      <Banner
        key={role.roleId}
        tone="refused"
        title={t('person.refusedRole', { role: isolated(role.roleName) })}
        acts={wishId !== null && <Button onPress={() => desk.dismiss(wishId)}>{t('person.dealtWith')}</Button>}
      >
        {sentences([refusal.happened, refusal.safe, refusal.next])}
      </Banner>
    );
  });
}

/** While nobody gets through, what a try has in its hands is still waiting: "sending" beside "offline" says two things. */
function withNothingUnderWay(view: PersonView): PersonView {
  const calm = (role: PersonRole): PersonRole => (role.state === 'sending' ? { ...role, state: 'waiting' } : role);
  return { ...view, primary: view.primary === null ? null : calm(view.primary), roles: view.roles.map(calm) };
}

/** What tells them from others, on one quiet line. Drawn anew only when it says something else. */
const Facts = memo(function Facts(
  props: Pick<PersonView, 'userId' | 'username' | 'maskedEmail' | 'emailVerified' | 'maskedPhone'> & {
    readonly place: string;
  },
) {
  const { userId, username, maskedEmail, emailVerified, maskedPhone, place } = props;
  const { t } = useTranslation();
  const station = useKnown(useApp().station);
  const showsColumn = (column: Column): boolean => station === null || station.columns.includes(column);
  return (
    <ul className="person__details">
      {showsColumn('username') && (
        <li>
          <span className="only-spoken">{t('person.username')}</span>
          <Username name={username} />
          <CopyMenu userId={userId} username={username} />
        </li>
      )}
      {showsColumn('email') && (
        <li title={emailVerified ? undefined : t('person.emailNotVerifiedMeans')}>
          {emailVerified ? (
            <MailCheck className="icon" size={16} aria-hidden="true" />
          ) : (
            <Mail className="icon" size={16} aria-hidden="true" />
          )}
          <span className="only-spoken">{t('person.email')}</span>
          <span>
            {emailVerified
              ? t('person.emailVerified', { email: leftToRight(maskedEmail) })
              : t('person.emailNotVerified', { email: leftToRight(maskedEmail) })}
          </span>
        </li>
      )}
      {showsColumn('phone') && (
        <li>
          <Phone className="icon" size={16} aria-hidden="true" />
          <span className="only-spoken">{t('person.phone')}</span>
          {maskedPhone === null ? t('person.noPhone') : <LeftToRight>{maskedPhone}</LeftToRight>}
        </li>
      )}
      {place !== '' && (
        <li>
          <MapPin className="icon" size={16} aria-hidden="true" />
          <span className="only-spoken">{t('person.place')}</span>
          <bdi>{place}</bdi>
        </li>
      )}
      {!showsColumn('username') && (
        <li>
          <CopyMenu userId={userId} username={username} />
        </li>
      )}
    </ul>
  );
});

/** The open person: name, how the primary act stands, roles. Everything else is quiet. */
export function PersonCard({ open }: { readonly open: Open }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const id = useId();
  const app = useApp();
  const mac = useIsMac();
  const station = useKnown(app.station);
  const session = useKnown(app.session);
  const confirming = useStore(app.desk.store, (desk) => desk.confirming);
  const activeUserId = useStore(app.search.store, (search) => search.activeUserId);
  // What their row in the list says beside the name somebody chose: hidden here, it would only be harder to compare.
  const foundAs = useStore(
    app.search.store,
    ({ answer }) =>
      answer?.result.hits
        .find(({ userId }) => userId === open.userId)
        ?.details.find(({ kind }) => kind === 'legal-name')?.value.text ?? null,
  );
  const { reveal } = open;
  const offline = useKnown(app.connections)?.reachability.kind === 'offline';
  const view = offline ? withNothingUnderWay(open.view) : open.view;
  const isLong = [...view.displayName].length > longName;
  const gone = isGone(view);
  const mayChangeRoles = session?.kind === 'signed-in' && session.mayChangeRoles && !gone;
  const recipe = station?.primaryRecipe ?? null;
  const key = mac ? t('keys.command') : t('keys.control');
  const shown = reveal.kind === 'shown' || reveal.kind === 'asking';
  const { refusedBeside } = view;
  const saidAbove = new Set([view.primary, ...refusedBeside].map((role) => role?.roleId));
  const refused = view.roles.filter((role) => role.state === 'refused' && !saidAbove.has(role.roleId));

  return (
    <section className="person" aria-labelledby={`${id}-name`}>
      <div className="person__head">
        <div className="person__who">
          <h2 id={`${id}-name`} className={isLong ? 'person__name person__name--long' : 'person__name'}>
            <bdi>{view.displayName}</bdi>
          </h2>
          {foundAs !== null && (
            <p className="person__found-as">
              <bdi>{foundAs}</bdi>
            </p>
          )}
        </div>
        <Button
          icon={shown ? EyeOff : IdCard}
          shortcut={<Kbd>{`${key} I`}</Kbd>}
          onPress={(byPointer) => app.desk.toggleDetails(byPointer)}
        >
          {shown ? t('person.hide') : t('person.showForId')}
        </Button>
      </div>
      <Facts
        userId={view.userId}
        username={view.username}
        maskedEmail={view.maskedEmail}
        emailVerified={view.emailVerified}
        maskedPhone={view.maskedPhone}
        place={[view.city, view.country].filter((part) => part !== null && part !== '').join(', ')}
      />
      {gone && (
        <Banner tone="refused" title={t('person.gone')}>
          {t('person.goneMeans')}
        </Banner>
      )}
      {!mayChangeRoles && !gone && <Banner title={t('person.mayNotChange')} />}
      <PrimaryCard
        displayName={view.displayName}
        primary={view.primary}
        recipe={recipe}
        checkInRoleId={station?.checkInRoleId ?? null}
        conventionName={station?.conventionName ?? ''}
        mayChangeRoles={mayChangeRoles}
        enterIsHere={activeUserId === null || activeUserId === open.userId}
      />
      <RefusedRoles roles={refusedBeside} />
      <FurtherRecipes view={view} recipes={station?.furtherRecipes ?? []} mayChangeRoles={mayChangeRoles} />
      {reveal.kind !== 'hidden' && <Details reveal={reveal} emailVerified={view.emailVerified} />}
      <div className="person__roles-head">
        <h3>{t('person.roles')}</h3>
        {/* In a line that is there anyway: it comes seconds later, when a tile may be about to be clicked. */}
        {view.notFreshBecause !== null ? (
          <p>{t('person.notFresh', { why: words(view.notFreshBecause).short })}</p>
        ) : (
          view.roles.length > 0 && mayChangeRoles && <p>{t('person.numberWorks', { key })}</p>
        )}
      </div>
      {view.roles.length === 0 ? (
        <p className="quiet">{t('person.noRoles')}</p>
      ) : (
        <RoleTiles roles={view.roles} locked={!mayChangeRoles} onToggle={app.desk.toggleRole} />
      )}
      <RefusedRoles roles={refused} />
      {view.otherRoles.length > 0 && (
        <div className="person__others">
          <h3>{t('person.otherRoles')}</h3>
          <ul>
            {view.otherRoles.map((role) => (
              <li key={role.roleName}>
                <Chip>
                  {role.roleScope === 'global'
                    ? t('person.otherRoleEverywhere', { role: role.roleName })
                    : role.roleName}
                </Chip>
              </li>
            ))}
          </ul>
        </div>
      )}
      {confirming !== null && (
        <Dialog
          question
          title={t('globalRole.title', { role: isolated(confirming.role.roleName) })}
          onClose={() => app.desk.answerConfirming(false)}
          acts={
            <>
              <Button autoFocus onPress={() => app.desk.answerConfirming(false)}>
                {t('globalRole.keep')}
              </Button>
              <Button onPress={() => app.desk.keepOnlyHere()}>{t('globalRole.onlyHere')}</Button>
              <Button look="danger" onPress={() => app.desk.answerConfirming(true)}>
                {t('globalRole.confirm')}
              </Button>
            </>
          }
        >
          {t('globalRole.explained', { name: isolated(confirming.name) })}
        </Dialog>
      )}
    </section>
  );
}
