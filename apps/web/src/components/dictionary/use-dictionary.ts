import { type Dictionary, dictItems } from '@fleetdeck/contract/dictionaries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dictionaryKey } from '../../api/query-client.ts'
import { useLanguage } from '../../ground/language.ts'

type DictionaryValue = Dictionary['values'][number]

/** One dictionary in the current language; cached for the session, until refreshed. */
export function useDictionary(dictType: string) {
  const language = useLanguage((state) => state.language)
  const { data, isPending } = useQuery({
    queryKey: [dictionaryKey, dictType, language],
    queryFn: ({ signal }) => call(dictItems.dictionary, { query: { dictType }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // For a disabled dictionary, the stored values are shown.
    meta: { silent: true },
  })
  const values: readonly DictionaryValue[] = data?.values ?? []
  return {
    name: data?.info.name ?? '',
    values,
    isPending,
    options: values.map(({ key, value }) => ({ value: key, label: value })),
    labelOf: (key: string | number) => values.find((each) => each.key === String(key))?.value ?? String(key),
  }
}

/** After a change of dictionaries: every page that shows one reloads it. */
export function useRefreshDictionaries() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [dictionaryKey] })
}
