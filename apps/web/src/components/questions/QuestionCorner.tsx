import { CloseOutlined } from '@ant-design/icons'
import type { RunQuestion } from '@fleetdeck/contract/run-questions'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { openQuestions, useQuestionPanel } from './question-panel.ts'
import styles from './questions.module.css'
import { useWaitingQuestions } from './use-questions.ts'

// Loaded with the first question.
const QuestionView = lazyPart(async () => (await import('./QuestionView.tsx')).QuestionView)
const QuestionsDrawer = lazyPart(async () => (await import('./QuestionsDrawer.tsx')).QuestionsDrawer)

/**
 * A card in the corner of every page, with the newest question until it ends or is hidden: a newer one never replaces
 * what the user types.
 */
export function QuestionCorner({ deviceId }: { deviceId?: RunQuestion['deviceId'] }) {
  const t = useText()
  const { list, total } = useWaitingQuestions(deviceId)
  const isOpen = useQuestionPanel((panel) => panel.isOpen)
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const [shownId, setShownId] = useState<number>()
  useEffect(() => useQuestionPanel.setState({ waiting: total }), [total])
  const visible = list.filter(({ id }) => !hidden.has(id))
  const shown = visible.find(({ id }) => id === shownId) ?? visible[0]
  useEffect(() => setShownId(shown?.id), [shown?.id])
  const isAsking = shown && shown.kind !== 'message'
  return (
    <>
      {shown && !isOpen && (
        <section className={styles.corner} aria-label={t('question.title')} aria-live="polite">
          <header>
            <strong>{isAsking ? t('question.state.waiting') : t('question.message')}</strong>
            {total > 1 && (
              <Button type="link" size="small" onClick={openQuestions}>
                {t('question.more', { count: total })}
              </Button>
            )}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('question.later')}
              title={t('question.later')}
              onClick={() => setHidden(new Set([...hidden, ...list.map(({ id }) => id)]))}
            />
          </header>
          <Suspense fallback={null}>
            <QuestionView key={shown.id} question={shown} />
          </Suspense>
        </section>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <QuestionsDrawer deviceId={deviceId} onClose={() => useQuestionPanel.setState({ isOpen: false })} />
        </Suspense>
      )}
    </>
  )
}
