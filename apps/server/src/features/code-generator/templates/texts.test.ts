import { languages } from '@fleetdeck/i18n/languages'
import { wordingFaults } from '@fleetdeck/testing/wording'
import { expect, test } from 'vitest'
import { featureOf } from './feature.ts'
import { catalogueFile } from './texts.ts'

/** The catalogue of a feature without columns. */
const catalogue = (functionName: string, language: (typeof languages)[number]) => {
  const options = {
    template: 'crud',
    packageName: 'crm-customers',
    moduleName: 'system',
    businessName: 'crmCustomer',
    functionName,
    formColumns: 1,
    hasDetail: true,
    parentMenu: '/tool',
    treeParent: '',
    treeName: '',
    childTable: '',
    childKey: '',
  } as const
  const design = { tableName: 'crm_customers', className: 'CrmCustomer', author: '', options, columns: [] }
  const file = catalogueFile(featureOf(design, new Map()), language)
  return Array.from(file.matchAll(/^ {2}(?:'.*'|\w+): '(.*)',?$/gm), ([, text = '']) => text)
}

test.each(languages)('the texts of a generated feature in %s have the words of the glossary', (language) => {
  for (const functionName of ['客户', 'Visit']) {
    const texts = catalogue(functionName, language)
    expect(texts).toHaveLength(6)
    const faults = texts.flatMap((text) => wordingFaults(language, text).map((fault) => `${fault}: ${text}`))
    expect(faults).toEqual([])
  }
})

test('a Latin name is set off from Chinese characters by a space', () => {
  expect(catalogue('Visit', 'zhcn')).toContain('新增 Visit')
  expect(catalogue('Visit', 'zhtw')).toContain('Visit 管理')
  expect(catalogue('客户', 'en')).toContain('Crm customer details')
})
