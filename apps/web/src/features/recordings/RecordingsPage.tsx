import { type Recording, type RecordingState, recordings } from '@fleetdeck/contract/recordings'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { byteText } from '../../components/byte-text.ts'
import { clockText } from '../../components/clock-text.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter, dayFilters } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

const conditions = { recording: 'busy', done: 'online', cut: 'trouble' } as const

/** The state of a recording, and why it ended if relevant. */
export function RecordingBadge({ recording: { state, ending } }: { recording: Recording }) {
  const t = useText()
  return (
    <StateBadge
      condition={conditions[state]}
      isLive={state === 'recording'}
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
  timeColumn('startedAt', t('recording.startedAt')),
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
  const states: RecordingState[] = ['recording', 'done', 'cut']
  return [
    { name: 'deviceNo', label: t('recording.device') },
    { name: 'userName', label: t('recording.by') },
    choiceFilter(
      t,
      'state',
      t('recording.state'),
      states.map((state) => [state, t(`recording.state.${state}`)]),
    ),
    ...dayFilters(t),
  ]
}

/** Recordings of phones, with user, time and duration. */
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
