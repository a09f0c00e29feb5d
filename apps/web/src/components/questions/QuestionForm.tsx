import type { RunQuestionId } from '@fleetdeck/contract/ids'
import { type RunQuestion, runQuestions } from '@fleetdeck/contract/run-questions'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, InputNumber, Radio, Select, Space } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground, shown, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { AlikeDevices } from './AlikeDevices.tsx'
import styles from './questions.module.css'

/** More options are shown as a list that opens. */
const maxRadios = 4

interface InputProps {
  question: RunQuestion
  value: string
  onChange: (value: string) => void
}

function AnswerInput({ question, value, onChange }: InputProps) {
  const t = useText()
  const { kind, choices, placeholder } = question
  const label = { 'aria-label': t('question.yourAnswer'), name: 'answer' }
  if (kind === 'number')
    return (
      <InputNumber
        {...label}
        stringMode
        style={{ width: '100%' }}
        placeholder={placeholder}
        value={value || null}
        onChange={(number) => onChange(String(number ?? ''))}
      />
    )
  if (kind === 'password')
    return (
      <Input.Password
        {...label}
        autoComplete="new-password"
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (kind === 'choice' && choices.length > maxRadios)
    return (
      <Select
        {...label}
        style={{ width: '100%' }}
        placeholder={placeholder || t('question.choose')}
        value={value || null}
        onChange={onChange}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
      />
    )
  if (kind === 'choice')
    return (
      <Radio.Group {...label} value={value} onChange={({ target }) => onChange(String(target.value))}>
        <Space orientation="vertical">
          {choices.map((choice) => (
            <Radio key={choice} value={choice}>
              {choice}
            </Radio>
          ))}
        </Space>
      </Radio.Group>
    )
  return (
    <Input
      {...label}
      autoComplete="off"
      maxLength={2000}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** What the user enters, for which of the devices, and the calls that send it. */
function useAnswer(question: RunQuestion) {
  const t = useText()
  const client = useQueryClient()
  const { id, kind, deviceNo, defaultAnswer } = question
  const isMany = question.count > 1
  const initial = kind === 'confirm' ? '' : (defaultAnswer ?? '')
  const [value, setValue] = useState(initial)
  const [chosen, setChosen] = useState<ReadonlySet<RunQuestionId>>()
  const [isSending, setSending] = useState(false)
  const which = { id, ...(chosen ? { ids: [...chosen] } : { all: isMany }) }

  const send = async (work: Promise<{ count: number }>) => {
    setSending(true)
    try {
      const { count } = await shown(work)
      setValue(initial)
      setChosen(undefined)
      return count
    } catch {
      return 0
    } finally {
      setSending(false)
      inBackground(client.invalidateQueries({ queryKey: [runQuestions.list.path] }))
    }
  }
  const answer = (words: string) => {
    const told = (count: number) => {
      if (count > 0)
        showSuccess(isMany ? t('question.sentCount', { count }) : t('question.sent', { device: deviceNo }))
    }
    inBackground(send(call(runQuestions.answer, { body: { ...which, answer: words } })).then(told))
  }
  const skip = () => inBackground(send(call(runQuestions.skip, { body: which })))
  const count = chosen?.size ?? question.count
  return { isMany, count, value, setValue, chosen, setChosen, isSending, answer, skip }
}

/** The answer to a question; it never takes the focus. */
export function QuestionForm({ question }: { question: RunQuestion }) {
  const t = useText()
  const { kind } = question
  const { isMany, count, value, setValue, chosen, setChosen, isSending, answer, skip } = useAnswer(question)
  const isOff = isSending || count === 0
  const isComplete = kind === 'text' || kind === 'password' || value !== ''
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isOff && isComplete) answer(value)
  }
  const label = (name: 'answer' | 'skip' | 'dismiss') =>
    isMany ? t(`question.${name}Count`, { count }) : t(`question.${name}`)

  if (!question.mayAnswer) return <p className={styles.note}>{t('question.mayNot')}</p>
  if (kind === 'message')
    return (
      <div className={styles.buttons}>
        <Button size="small" loading={isSending} onClick={skip}>
          {label('dismiss')}
        </Button>
      </div>
    )
  return (
    <form className={styles.form} onSubmit={submit}>
      {isMany && <AlikeDevices question={question} chosen={chosen} onChoose={setChosen} />}
      {kind !== 'confirm' && <AnswerInput question={question} value={value} onChange={setValue} />}
      <div className={styles.buttons}>
        <Button size="small" title={t('question.skipHint')} disabled={isOff} onClick={skip}>
          {label('skip')}
        </Button>
        {kind === 'confirm' ? (
          <ConfirmButtons isOff={isOff} onAnswer={answer} />
        ) : (
          <Button
            size="small"
            type="primary"
            htmlType="submit"
            disabled={count === 0 || !isComplete}
            loading={isSending}
          >
            {label('answer')}
          </Button>
        )}
      </div>
    </form>
  )
}

function ConfirmButtons({ isOff, onAnswer }: { isOff: boolean; onAnswer: (answer: string) => void }) {
  const t = useText()
  return (
    <>
      <Button size="small" disabled={isOff} onClick={() => onAnswer('false')}>
        {t('question.no')}
      </Button>
      <Button size="small" type="primary" disabled={isOff} onClick={() => onAnswer('true')}>
        {t('question.yes')}
      </Button>
    </>
  )
}
