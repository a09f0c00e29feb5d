import { type RunQuestion, runQuestions } from '@fleetdeck/contract/run-questions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Pagination, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { QuestionView } from './QuestionView.tsx'
import styles from './questions.module.css'

const pageSize = 20

interface QuestionsDrawerProps {
  deviceId: RunQuestion['deviceId'] | undefined
  onClose: () => void
}

/** All questions and messages of scripts: those that wait, and those that have ended. */
export function QuestionsDrawer({ deviceId, onClose }: QuestionsDrawerProps) {
  const t = useText()
  const [waiting, setWaiting] = useState<'0' | '1'>('1')
  const [pageNum, setPageNum] = useState(1)
  const query = { waiting, grouped: '1' as const, pageNum, pageSize, ...(deviceId && { deviceId }) }
  const { data, error, refetch } = useQuery({
    queryKey: [runQuestions.list.path, query],
    queryFn: ({ signal }) => call(runQuestions.list, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  return (
    <Drawer open size={460} title={t('question.title')} onClose={onClose}>
      <Segmented<'0' | '1'>
        value={waiting}
        onChange={(chosen) => {
          setWaiting(chosen)
          setPageNum(1)
        }}
        options={[
          { value: '1', label: t('question.waiting') },
          { value: '0', label: t('question.ended') },
        ]}
      />
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data?.total === 0 && (
        <EmptyState text={t(waiting === '1' ? 'question.empty' : 'question.emptyEnded')} />
      )}
      <ul className={styles.list}>
        {data?.list.map((question) => (
          <li key={waiting === '1' ? question.alikeKey : question.id}>
            <QuestionView question={question} />
          </li>
        ))}
      </ul>
      {data && data.total > pageSize && (
        <Pagination
          align="end"
          size="small"
          current={pageNum}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setPageNum}
        />
      )}
    </Drawer>
  )
}
