import { Download, RefreshCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { LeftToRight, Username } from '../../ui/left-to-right.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';

/** Who holds a role, as the service last said, with how old that is. */
export function Members(props: { readonly roles: readonly { readonly roleId: string; readonly roleName: string }[] }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const { number, timeNear, sentences } = useFormat();
  const { lists } = useApp();
  const { memberRole, membersKnownAt } = useStore(lists.view);
  const { total, rows, loading, problem } = useStore(lists.members.store);
  const [saved, setSaved] = useState(false);
  const show = useCallback((first: number, last: number) => lists.members.show(first, last), [lists]);
  const none = { value: '', words: t('lists.chooseRole') };
  return (
    <div className="lists__dry">
      <div className="lists__change">
        <SelectField
          label={t('lists.role')}
          value={memberRole ?? ''}
          options={[
            ...(memberRole === null ? [none] : []),
            ...props.roles.map(({ roleId, roleName }) => ({ value: roleId, words: roleName })),
          ]}
          onChange={(roleId) => {
            setSaved(false);
            if (roleId !== '') lists.showMembers(roleId);
          }}
        />
        {memberRole !== null && (
          <>
            <Button icon={RefreshCw} onPress={() => lists.members.refresh()}>
              {t('lists.membersAgain')}
            </Button>
            <Button icon={Download} onPress={() => void lists.exportMembers(memberRole).then(setSaved)}>
              {t('lists.export')}
            </Button>
          </>
        )}
      </div>
      {memberRole === null && <p className="lists__words">{t('lists.membersExplained')}</p>}
      {problem !== null && (
        <Banner tone="refused" title={words(problem.code).happened}>
          {words(problem.code).next}
        </Banner>
      )}
      {memberRole !== null && !loading && (
        <>
          <p className="lists__words" aria-live="polite">
            {sentences([
              membersKnownAt === null
                ? t('lists.membersNotKnown', { count: total, formatted: number(total) })
                : t('lists.membersKnown', {
                    count: total,
                    formatted: number(total),
                    time: timeNear(membersKnownAt, Date.now()),
                  }),
              saved ? t('activity.saved') : '',
            ])}
          </p>
          <VirtualList
            label={t('lists.members')}
            total={total}
            rowRem={4}
            onShow={show}
            row={(index) => {
              const member = rows.get(index);
              if (member === undefined) return <div className="lists__row" aria-busy="true" />;
              return (
                <div className="lists__row lists__row--member">
                  <span className="lists__person">
                    <bdi className="lists__name">
                      {member.displayName ?? t('activity.notInList', { id: member.userId })}
                    </bdi>
                    <span className="quiet lists__said">
                      {member.username !== '' && (
                        <>
                          <Username name={member.username} />
                          {' · '}
                        </>
                      )}
                      <LeftToRight>{member.userId}</LeftToRight>
                    </span>
                  </span>
                  {member.roleScope === 'global' && <Chip>{t('activity.everywhere')}</Chip>}
                </div>
              );
            }}
          />
        </>
      )}
    </div>
  );
}
