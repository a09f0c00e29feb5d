import { useEffect, useState } from 'react'
import { showError } from '../../api/feedback.ts'
import { useLanguage } from '../../ground/language.ts'
import { loadCode } from '../../ground/load-code.ts'
import type { PinyinMatch } from './palette-entries.ts'

/** Loaded for Chinese texts only; undefined until then. */
export function usePinyin(): PinyinMatch | undefined {
  const isChinese = useLanguage(({ language }) => language !== 'en')
  const [match, setMatch] = useState<PinyinMatch>()
  useEffect(() => {
    if (!isChinese) return setMatch(undefined)
    let isWanted = true
    loadCode(() => import('pinyin-pro')).then(
      (code) =>
        isWanted &&
        setMatch(
          (): PinyinMatch => (text, letters) => code.match(text, letters, { continuous: true }) !== null,
        ),
      showError,
    )
    return () => {
      isWanted = false
    }
  }, [isChinese])
  return match
}
