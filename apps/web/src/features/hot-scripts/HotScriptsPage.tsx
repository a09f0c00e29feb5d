import { PlusOutlined } from '@ant-design/icons'
import { type HotScript, type HotState, hotScripts } from '@fleetdeck/contract/hot-scripts'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { HotDevices } from './HotDevices.tsx'
import { HotDrawer } from './HotDrawer.tsx'

const stateTexts = {
  draft: 'hot.draft',
  rolling: 'hot.rolling',
  held: 'hot.held',
  rolledBack: 'hot.rolledBack',
} as const satisfies Record<HotState, TextKey>
const conditions = { draft: 'offline', rolling: 'online', held: 'failed', rolledBack: 'failed' } as const

const buildColumns = (t: Translate): CrudColumn<HotScript>[] => [
  { key: 'hotName', title: t('hot.name'), width: 110 },
  { key: 'scriptName', title: t('hot.script'), width: 110 },
  { key: 'version', title: t('script.version'), width: 90 },
  {
    key: 'state',
    title: t('hot.state'),
    width: 120,
    render: (_, { state }) => <StateBadge condition={conditions[state]} text={t(stateTexts[state])} />,
  },
  {
    key: 'percent',
    title: t('hot.share'),
    width: 70,
    render: (_, { percent }) => formatAmount(percent, '%'),
  },
  {
    key: 'taken',
    title: t('hot.taken'),
    width: 80,
    render: (_, { taken, chosen }) => `${taken} / ${chosen}`,
  },
  { key: 'exceptions', title: t('hot.exceptions'), width: 100 },
  { key: 'userName', title: t('script.owner'), hiddenAtFirst: true },
  timeColumn('gmtModified', t('script.modified'), { width: 120, hiddenAtFirst: true }),
]

type Step = { order: 'hold' | 'goOn' | 'rollBack'; percent?: 1 | 10 | 100 }

/** The actions available in the state of a rollout. */
function stepsOf({ state, percent, previousVersion }: HotScript): { key: TextKey; step: Step }[] {
  const isRolling = state === 'rolling'
  const back = previousVersion && state !== 'rolledBack'
  return [
    ...(isRolling && percent < 10
      ? [{ key: 'hot.toTen' as const, step: { order: 'goOn', percent: 10 } as Step }]
      : []),
    ...(isRolling && percent < 100
      ? [{ key: 'hot.toAll' as const, step: { order: 'goOn', percent: 100 } as Step }]
      : []),
    ...(isRolling ? [{ key: 'hot.hold' as const, step: { order: 'hold' } as Step }] : []),
    ...(state === 'held' || state === 'rolledBack'
      ? [{ key: 'hot.goOn' as const, step: { order: 'goOn' } as Step }]
      : []),
    ...(back && state !== 'draft'
      ? [{ key: 'hot.rollBack' as const, step: { order: 'rollBack' } as Step }]
      : []),
  ]
}

type Open = { what: 'form'; hot: HotScript | undefined } | { what: 'devices'; hot: HotScript }

/** Versions of scripts that are rolled out in stages (spec §3, hot script). */
export function HotScriptsPage() {
  const t = useText()
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const mayAdd = useMay(hotScripts.add.permission)
  const mayEdit = useMay(hotScripts.edit.permission)
  const mayPublish = useMay(hotScripts.publish.permission)
  const refresh = () => client.invalidateQueries({ queryKey: [hotScripts.list.path] })
  const act = async (calling: Promise<unknown>) => {
    await shown(calling)
    showSuccess(t('table.saved'))
    await refresh()
  }
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ what: 'form', hot: undefined })}>
      {t('hot.add')}
    </Button>
  )
  const buildActions = (hot: HotScript) => [
    mayPublish &&
      hot.state === 'draft' && {
        key: 'publish',
        label: t('hot.publish'),
        run: () => void act(call(hotScripts.publish, { body: { id: hot.id } })).catch(() => undefined),
      },
    ...(mayPublish ? stepsOf(hot) : []).map(({ key, step }) => ({
      key,
      label: t(key),
      run: () => void act(call(hotScripts.rollout, { body: { id: hot.id, ...step } })).catch(() => undefined),
    })),
    { key: 'devices', label: t('hot.devices'), run: () => setOpen({ what: 'devices' as const, hot }) },
    mayEdit && { key: 'edit', label: t('table.edit'), run: () => setOpen({ what: 'form' as const, hot }) },
  ]
  const close = () => setOpen(undefined)
  return (
    <>
      <CrudPage
        contract={{ list: hotScripts.list, remove: hotScripts.remove }}
        title={t('hot.title')}
        columns={buildColumns(t)}
        nameOf={(hot) => hot.hotName}
        filters={[{ name: 'hotName', label: t('hot.name') }]}
        primary={addButton}
        rowActions={(hot, { remove }) => [...buildActions(hot), remove]}
        emptyText={t('hot.empty')}
        emptyAction={addButton}
      />
      {open?.what === 'form' && <HotDrawer hot={open.hot} onSaved={refresh} onClose={close} />}
      {open?.what === 'devices' && <HotDevices hot={open.hot} onClose={close} />}
    </>
  )
}
