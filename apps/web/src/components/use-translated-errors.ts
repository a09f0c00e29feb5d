import type { FormInstance } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLanguage } from '../ground/language.ts'

/** The texts below wrong fields follow a change of the language. */
export function useTranslatedErrors(form: FormInstance): void {
  const language = useLanguage((state) => state.language)
  const shown = useRef(language)
  const validateAgain = useEffectEvent(() => {
    const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0)
    if (wrong.length > 0) form.validateFields(wrong.map(({ name }) => name)).catch(() => undefined)
  })
  useEffect(() => {
    if (shown.current === language) return
    shown.current = language
    validateAgain()
  }, [language])
}
