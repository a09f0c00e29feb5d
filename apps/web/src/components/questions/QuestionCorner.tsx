import { CloseOutlined } from '@ant-design/icons'
import type { RunQuestion } from '@fleetdeck/contract/run-questions'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { QuestionView } from './QuestionView.tsx'
import { openQuestions, useQuestionPanel } from './question-panel.ts'
import styles from './questions.module.css'
import type { Questions } from './use-questions.ts'

const QuestionsDrawer = lazyPart(async () => (await import('./QuestionsDrawer.tsx')).QuestionsDrawer)

interface QuestionCornerProps extends Questions {
  deviceId: RunQuestion['deviceId'] | undefined
}

/**
 * A card in the corner of every page, with the newest question until it ends or is hidden: a newer one never replaces
 * what the user types.
 */
export function QuestionCorner({ list, total, deviceId }: QuestionCornerProps) {
  const t = useText()
  const isOpen = useQuestionPanel((panel) => panel.isOpen)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [shownKey, setShownKey] = useState<string>()
  const visible = list.filter(({ alikeKey }) => !hidden.has(alikeKey))
  const shown = visible.find(({ alikeKey }) => alikeKey === shownKey) ?? visible[0]
  useEffect(() => setShownKey(shown?.alikeKey), [shown?.alikeKey])
  // A script may ask the same again later.
  useEffect(
    () => setHidden((keys) => new Set(list.map(({ alikeKey }) => alikeKey).filter((key) => keys.has(key)))),
    [list],
  )
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
              onClick={() => setHidden(new Set([...hidden, ...list.map(({ alikeKey }) => alikeKey)]))}
            />
          </header>
          <QuestionView key={shown.alikeKey} question={shown} />
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
