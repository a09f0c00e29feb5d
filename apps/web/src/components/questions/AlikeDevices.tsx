import type { RunQuestionId } from '@fleetdeck/contract/ids'
import { type RunQuestion, runQuestions } from '@fleetdeck/contract/run-questions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Pagination, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import styles from './questions.module.css'

const pageSize = 20

interface AlikeDevicesProps {
  question: RunQuestion
  /** Undefined: all. */
  chosen: ReadonlySet<RunQuestionId> | undefined
  onChoose: (chosen: ReadonlySet<RunQuestionId> | undefined) => void
}

/** For which of the devices that ask the same an answer is. */
export function AlikeDevices({ question, chosen, onChoose }: AlikeDevicesProps) {
  const t = useText()
  return (
    <>
      <Segmented<'all' | 'chosen'>
        block
        size="small"
        value={chosen ? 'chosen' : 'all'}
        onChange={(value) => onChoose(value === 'all' ? undefined : new Set())}
        options={[
          { value: 'all', label: t('question.allDevices', { count: question.count }) },
          { value: 'chosen', label: t('question.chosenDevices') },
        ]}
      />
      {chosen && <DeviceChoice question={question} chosen={chosen} onChoose={onChoose} />}
    </>
  )
}

function DeviceChoice({
  question,
  chosen,
  onChoose,
}: AlikeDevicesProps & { chosen: ReadonlySet<RunQuestionId> }) {
  const t = useText()
  const [pageNum, setPageNum] = useState(1)
  const query = { alike: question.id, orderByColumn: 'id', isAsc: 'asc', pageNum, pageSize } as const
  const { data } = useQuery({
    queryKey: [runQuestions.list.path, query],
    queryFn: ({ signal }) => call(runQuestions.list, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const isChosen = ({ id }: RunQuestion) => chosen.has(id)
  const choose = (rows: RunQuestion[], isOn: boolean) => {
    const changed = new Set(chosen)
    for (const { id } of rows) isOn ? changed.add(id) : changed.delete(id)
    onChoose(changed)
  }
  return (
    <fieldset className={styles.devices}>
      <legend className="visually-hidden">{t('question.chosenDevices')}</legend>
      <div className={styles.devicesHead}>
        <Checkbox
          checked={data.list.every(isChosen)}
          indeterminate={data.list.some(isChosen) && !data.list.every(isChosen)}
          onChange={({ target }) => choose(data.list, target.checked)}
        >
          {t('question.choosePage')}
        </Checkbox>
        {data.total > pageSize && (
          <Pagination
            simple={{ readOnly: true }}
            size="small"
            current={pageNum}
            pageSize={pageSize}
            total={data.total}
            showSizeChanger={false}
            onChange={setPageNum}
          />
        )}
      </div>
      <div className={styles.devicesGrid}>
        {data.list.map((row) => (
          <Checkbox
            key={row.id}
            checked={isChosen(row)}
            onChange={({ target }) => choose([row], target.checked)}
          >
            {row.deviceNo}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
