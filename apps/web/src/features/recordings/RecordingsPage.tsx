import { type Recording, type RecordingState, recordings } from '@fleetdeck/contract/recordings'
import { Input, Select } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { byteText } from '../../components/byte-text.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dayFilters } from '../../crud/day-filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { clockText } from './moments.ts'

const conditions = { recording: 'busy', done: 'online', cut: 'trouble' } as const

/** The state of a recording, and why it ended if relevant. */
export function RecordingBadge({ recording: { state, ending } }: { recording: Recording }) {
  const t = useText()
  return (
    <StateBadge
      condition={conditions[state]}
      text={t(`recording.state.${state}`)}
      {...(ending && { reason: t(`recording.ending.${ending}`) })}
    />
  )
}

const recordingPath = ({ id }: Recording) => `/device/recordingPlay/${id}`

const buildColumns = (t: Translate, mayPlay: boolean): CrudColumn<Recording>[] => [
  {
    key: 'deviceNo',
    title: t('recording.device'),
    render: (_, recording) =>
      mayPlay ? <Link to={recordingPath(recording)}>{recording.deviceNo}</Link> : recording.deviceNo,
  },
  {
    key: 'state',
    title: t('recording.state'),
    render: (_, recording) => <RecordingBadge recording={recording} />,
  },
  {
    key: 'startedAt',
    title: t('recording.startedAt'),
    render: (_, { startedAt }) => <TimeText value={startedAt} />,
  },
  {
    key: 'durationMs',
    title: t('recording.duration'),
    align: 'right',
    width: 100,
    render: (_, { durationMs }) => clockText(durationMs),
  },
  { key: 'size', title: t('recording.size'), align: 'right', render: (_, { size }) => byteText(size) },
  { key: 'inputs', title: t('recording.inputs'), align: 'right', width: 90 },
  { key: 'userName', title: t('recording.by'), render: (_, { userName }) => userName ?? '–' },
  { key: 'ownerName', title: t('device.user'), hiddenAtFirst: true },
]

function useFilters() {
  const t = useText()
  return useMemo(() => {
    const states: RecordingState[] = ['recording', 'done', 'cut']
    const options = states.map((value) => ({ value, label: t(`recording.state.${value}`) }))
    return [
      { name: 'deviceNo', label: t('recording.device'), input: <Input allowClear maxLength={64} /> },
      { name: 'userName', label: t('recording.by'), input: <Input allowClear maxLength={50} /> },
      {
        name: 'state',
        label: t('recording.state'),
        input: <Select allowClear placeholder={t('table.all')} options={options} />,
        show: (value: string) => options.find((option) => option.value === value)?.label ?? value,
      },
      ...dayFilters(t),
    ]
  }, [t])
}

/** Recordings of phones: who made them, when, how long. */
export function RecordingsPage() {
  const t = useText()
  const navigate = useNavigate()
  const mayPlay = useMay(recordings.timeline.permission)
  const columns = useMemo(() => buildColumns(t, mayPlay), [t, mayPlay])
  return (
    <CrudPage
      contract={{ list: recordings.list, remove: recordings.remove }}
      title={t('recording.title')}
      columns={columns}
      nameOf={({ deviceNo, id }) => `${deviceNo} #${id}`}
      filters={useFilters()}
      rowActions={(recording, { remove }) => [
        mayPlay && {
          key: 'play',
          label: t('recording.open'),
          run: () => void navigate(recordingPath(recording)),
        },
        remove,
      ]}
      emptyText={t('recording.empty')}
    />
  )
}
