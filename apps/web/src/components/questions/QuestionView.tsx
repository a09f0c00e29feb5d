import { type RunQuestion, runQuestions } from '@fleetdeck/contract/run-questions'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { Base64Image } from '../Base64Image.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { TimeLeft } from '../TimeLeft.tsx'
import { TimeText } from '../TimeText.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import styles from './questions.module.css'

function QuestionPicture({ id }: Pick<RunQuestion, 'id'>) {
  const t = useText()
  const { data, error } = useQuery({
    queryKey: [runQuestions.picture.path, id],
    queryFn: ({ signal }) => call(runQuestions.picture, { query: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  if (error) return <p className={styles.note}>{t('question.pictureGone')}</p>
  if (!data) return <div className={styles.picture} />
  return (
    <div className={styles.picture}>
      <Base64Image base64={data.picture} alt={t('question.picture')} />
    </div>
  )
}

const conditions = {
  waiting: 'busy',
  answered: 'online',
  skipped: 'offline',
  expired: 'trouble',
  ended: 'offline',
} as const

/** How a question ended, and by whom. */
function QuestionEnd({ question }: { question: RunQuestion }) {
  const t = useText()
  const { kind, state, answer, answeredBy, endedAt } = question
  const shownAnswer = kind === 'confirm' ? t(answer === 'true' ? 'question.yes' : 'question.no') : answer
  return (
    <div className={styles.end}>
      <StateBadge condition={conditions[state]} text={t(`question.state.${state}`)} />
      {state === 'answered' && <span>{kind === 'password' ? t('question.hidden') : shownAnswer}</span>}
      {answeredBy && <span className={styles.note}>{answeredBy}</span>}
      {endedAt && <TimeText value={endedAt} />}
    </div>
  )
}

/** A question of a script, with its answer. */
export function QuestionView({ question }: { question: RunQuestion }) {
  const t = useText()
  const { id, kind, state, title, deviceNo, taskName, scriptName, hasPicture, until, askedAt, count } =
    question
  return (
    <div className={styles.question}>
      <div className={styles.source}>
        <strong>{deviceNo}</strong>
        {count > 1 && <span className={styles.others}>{t('question.others', { count: count - 1 })}</span>}
        <span className={styles.from} title={taskName || scriptName}>
          {taskName || scriptName}
        </span>
        {state === 'waiting' && kind !== 'message' ? (
          <TimeLeft until={until} />
        ) : (
          <TimeText value={askedAt} />
        )}
      </div>
      {title && <strong>{title}</strong>}
      <p className={styles.words}>{question.question}</p>
      {hasPicture && <QuestionPicture id={id} />}
      {state === 'waiting' ? (
        <QuestionForm question={question} />
      ) : (
        kind !== 'message' && <QuestionEnd question={question} />
      )}
      {kind === 'message' && <span className="visually-hidden">{t('question.message')}</span>}
    </div>
  )
}
