import { PlusOutlined } from '@ant-design/icons'
import { type HotScript, HotState, hotScripts } from '@fleetdeck/contract/hot-scripts'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { ask, inBackground, shown, showSuccess } from '../../api/feedback.ts'
import type { Condition } from '../../components/device-condition.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { HotDevices } from './HotDevices.tsx'
import { HotDrawer } from './HotDrawer.tsx'
import { EvidenceSummary } from './HotEvidence.tsx'
import styles from './hot-scripts.module.css'

const stateTexts = {
  draft: 'hot.draft',
  rolling: 'hot.rolling',
  held: 'hot.held',
  withdrawn: 'hot.withdrawn',
  finished: 'hot.finished',
  promoted: 'hot.promoted',
} as const satisfies Record<HotState, TextKey>
const conditions = {
  draft: 'offline',
  rolling: 'busy',
  held: 'trouble',
  withdrawn: 'failed',
  finished: 'online',
  promoted: 'online',
} as const satisfies Record<HotState, Condition>

const buildColumns = (t: Translate): CrudColumn<HotScript>[] => [
  {
    key: 'hotName',
    title: t('hot.name'),
    width: 140,
    render: (_, { hotName, scriptName }) => (
      <>
        {hotName}
        <div className={styles.second}>{scriptName}</div>
      </>
    ),
  },
  { key: 'version', title: t('script.version'), width: 80 },
  {
    key: 'state',
    title: t('hot.state'),
    width: 120,
    render: (_, { state }) => <StateBadge condition={conditions[state]} text={t(stateTexts[state])} />,
  },
  {
    key: 'evidence',
    title: t('hot.evidence'),
    width: 160,
    render: (_, hot) =>
      hot.evidence && hot.state !== 'promoted' && <EvidenceSummary evidence={hot.evidence} />,
  },
  {
    key: 'percent',
    title: t('hot.taken'),
    width: 100,
    render: (_, hot) => (
      <>
        {`${hot.taken} / ${hot.chosen}`}
        {isOut(hot) && <div className={styles.second}>{t('hot.ofPhones', { percent: hot.percent })}</div>}
      </>
    ),
  },
  { key: 'exceptions', title: t('hot.exceptions'), width: 100, hiddenAtFirst: true },
  { key: 'userName', title: t('script.owner'), hiddenAtFirst: true },
  timeColumn('gmtModified', t('script.modified'), { width: 120, hiddenAtFirst: true }),
]

type Step = { order: 'hold' | 'goOn'; percent?: 1 | 10 | 100 }

/** The steps available in the state of a rollout. */
function stepsOf({ state, percent }: HotScript): { key: TextKey; step: Step }[] {
  const steps: [key: TextKey, isAvailable: boolean, step: Step][] = [
    ['hot.toTen', state === 'rolling' && percent < 10, { order: 'goOn', percent: 10 }],
    ['hot.toAll', state === 'rolling' && percent < 100, { order: 'goOn', percent: 100 }],
    ['hot.hold', state === 'rolling', { order: 'hold' }],
    ['hot.goOn', state === 'held' || state === 'withdrawn', { order: 'goOn' }],
  ]
  return steps.flatMap(([key, isAvailable, step]) => (isAvailable ? [{ key, step }] : []))
}

const isOut = ({ state }: HotScript) => state === 'rolling' || state === 'held' || state === 'finished'

/** Rollouts advance and phones report without a push. */
const reloadMs = 5000

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
  useEffect(() => {
    const timer = setInterval(
      () => inBackground(client.invalidateQueries({ queryKey: [hotScripts.list.path] })),
      reloadMs,
    )
    return () => clearInterval(timer)
  }, [client])
  const withdraw = async ({ id, hotName, previousVersion }: HotScript) => {
    const isConfirmed = await ask({
      title: t('hot.withdrawTitle', { name: hotName }),
      content: t('hot.withdrawText', { version: previousVersion }),
      okText: t('hot.withdraw'),
      okButtonProps: { danger: true },
      cancelText: t('table.cancel'),
    })
    if (isConfirmed) await act(call(hotScripts.rollout, { body: { id, order: 'withdraw' } }))
  }
  const promote = async ({ id, version }: HotScript) => {
    const isConfirmed = await ask({
      title: t('hot.promoteTitle', { version }),
      content: t('hot.promoteText'),
      okText: t('hot.promote'),
      cancelText: t('table.cancel'),
    })
    if (isConfirmed) await act(call(hotScripts.promote, { body: { id } }))
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
    mayPublish &&
      isOut(hot) && { key: 'withdraw', label: t('hot.withdraw'), isDanger: true, run: () => withdraw(hot) },
    mayPublish && isOut(hot) && { key: 'promote', label: t('hot.promote'), run: () => promote(hot) },
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
        filters={[
          { name: 'hotName', label: t('hot.name') },
          choiceFilter(
            t,
            'state',
            t('hot.state'),
            HotState.options.map((state) => [state, t(stateTexts[state])]),
          ),
        ]}
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
