import { PlusOutlined } from '@ant-design/icons'
import { LinkState, type ScreenLink, screenLinks } from '@fleetdeck/contract/screen-links'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { NewLink } from '../../components/screen-links/NewLink.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { choiceFilter, ownerFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { ExtendDrawer } from './ExtendDrawer.tsx'
import { useRevokeLinks } from './use-revoke-links.ts'
import { VisitsDrawer } from './VisitsDrawer.tsx'

/** Without the adding call, which returns a token: it has its own form. */
const contract = { list: screenLinks.list }
const conditions = {
  open: 'online',
  expired: 'offline',
  revoked: 'disabled',
  creator: 'trouble',
  device: 'trouble',
} as const

function reasonOf({ state, endedByName }: ScreenLink, t: Translate): string | undefined {
  if (state === 'creator' || state === 'device') return t(`screenLink.hint.${state}`)
  return endedByName === null ? undefined : t('screenLink.revokedBy', { name: endedByName })
}

function useColumns() {
  const t = useText()
  return [
    { key: 'deviceNo', title: t('screenLink.device'), dataIndex: 'deviceNo' },
    { key: 'note', title: t('screenLink.note') },
    {
      key: 'state',
      title: t('screenLink.state'),
      render: (_: unknown, link: ScreenLink) => (
        <StateBadge
          condition={conditions[link.state]}
          text={t(`screenLink.state.${link.state}`)}
          reason={reasonOf(link, t)}
        />
      ),
    },
    {
      key: 'mayControl',
      title: t('screenLink.access'),
      render: (_: unknown, { mayControl }: ScreenLink) =>
        t(mayControl ? 'screenLink.control' : 'screenLink.watch'),
    },
    timeColumn('expiresAt', t('screenLink.expiresAt')),
    {
      key: 'visits',
      title: t('screenLink.visits'),
      render: (_: unknown, { visits, guests }: ScreenLink) =>
        guests === 0 ? visits : t('screenLink.visitsNow', { count: visits, now: guests }),
    },
    timeColumn('lastVisitAt', t('screenLink.lastVisitAt')),
    { key: 'creatorName', title: t('screenLink.creatorName'), dataIndex: 'creatorName' },
    timeColumn('createdAt', t('screenLink.createdAt'), { hiddenAtFirst: true }),
    timeColumn('endedAt', t('screenLink.endedAt'), { hiddenAtFirst: true }),
    {
      key: 'origins',
      title: t('screenLink.origins'),
      hiddenAtFirst: true,
      render: (_: unknown, { origins }: ScreenLink) => origins.join(' · '),
    },
  ]
}

/** Reloads when guests come and go. */
function useLinkEvents() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action !== 'screenLinksChanged') return
    for (const { path } of [screenLinks.list, screenLinks.visits])
      inBackground(client.invalidateQueries({ queryKey: [path] }))
  })
}

type Opened = { part: 'visits' | 'extend'; link: ScreenLink }

/** Links with which people without an account see one phone's screen. */
export function ScreenLinksPage() {
  const t = useText()
  useLinkEvents()
  const mayAdd = useMay(screenLinks.add.permission)
  const mayExtend = useMay(screenLinks.extend.permission)
  const mayRevoke = useMay(screenLinks.revoke.permission)
  const revoke = useRevokeLinks()
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('screenLink.add')}
    </Button>
  )
  return (
    <>
      <CrudPage
        contract={contract}
        title={t('screenLink.title')}
        columns={useColumns()}
        nameOf={({ deviceNo }) => deviceNo}
        filters={[
          { name: 'deviceNo', label: t('screenLink.device') },
          { name: 'note', label: t('screenLink.note') },
          choiceFilter(
            t,
            'state',
            t('screenLink.state'),
            LinkState.options.map((state) => [state, t(`screenLink.state.${state}`)]),
          ),
          ownerFilter(t('screenLink.owner')),
        ]}
        primary={addButton}
        rowActions={(link) => [
          {
            key: 'visits',
            label: t('screenLink.showVisits'),
            run: () => setOpened({ part: 'visits', link }),
          },
          mayExtend &&
            link.state === 'open' && {
              key: 'extend',
              label: t('screenLink.extend'),
              run: () => setOpened({ part: 'extend', link }),
            },
          mayRevoke &&
            link.state === 'open' && {
              key: 'revoke',
              label: t('screenLink.revoke'),
              isDanger: true,
              run: () => revoke([link]),
            },
        ]}
        {...(mayRevoke && {
          batchActions: (links: readonly ScreenLink[], clear: () => void) => (
            <Button size="small" danger onClick={() => revoke(links).then((done) => done && clear())}>
              {t('screenLink.revoke')}
            </Button>
          ),
        })}
        emptyText={t('screenLink.empty')}
        emptyAction={addButton}
      />
      {isAdding && <NewLink onClose={() => setAdding(false)} />}
      {opened?.part === 'visits' && <VisitsDrawer link={opened.link} onClose={close} />}
      {opened?.part === 'extend' && <ExtendDrawer link={opened.link} onClose={close} />}
    </>
  )
}
