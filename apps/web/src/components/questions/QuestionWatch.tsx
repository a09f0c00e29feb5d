import type { RunQuestion } from '@fleetdeck/contract/run-questions'
import { Suspense, useEffect } from 'react'
import { loadPageTexts } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useQuestionPanel } from './question-panel.ts'
import { useWaitingQuestions } from './use-questions.ts'

const QuestionCorner = lazyPart(async () => {
  const [{ QuestionCorner }] = await Promise.all([import('./QuestionCorner.tsx'), loadPageTexts()])
  return QuestionCorner
})

/** Follows the questions that wait, of one device if it is given, and loads their card with the first one. */
export function QuestionWatch({ deviceId }: { deviceId?: RunQuestion['deviceId'] }) {
  const { list, total } = useWaitingQuestions(deviceId)
  const isOpen = useQuestionPanel((panel) => panel.isOpen)
  useEffect(() => useQuestionPanel.setState({ waiting: total }), [total])
  if (total === 0 && !isOpen) return null
  return (
    <Suspense fallback={null}>
      <QuestionCorner list={list} total={total} deviceId={deviceId} />
    </Suspense>
  )
}
