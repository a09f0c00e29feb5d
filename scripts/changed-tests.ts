import path from 'node:path'

const isTest = /\.test\.tsx?$/
const isJourney = (file: string) => file.startsWith('e2e/')

/** The feature that a file belongs to in contract, server or web. */
function findFeature(file: string): string | undefined {
  return (/^apps\/\w+\/src\/features\/([\w-]+)\//.exec(file) ??
    /^packages\/contract\/src\/([\w-]+)\.(?:test\.)?ts$/.exec(file))?.[1]
}

type ReadText = (file: string) => string

const usesContract = (feature: string, text: string) => text.includes(`'@fleetdeck/contract/${feature}'`)

/**
 * The tests next to changed files: for a feature those in server and web, or, without any, those that call it; else
 * those of the nearest folder with tests. The import graph does not help: every API test starts the whole server.
 */
export function findTests(
  changed: readonly string[],
  files: readonly string[],
  readText: ReadText,
): string[] {
  const tests = files.filter((file) => !isJourney(file))
  const features = new Set(changed.flatMap((file) => findFeature(file) ?? []))
  const ofFeatures = [...features].flatMap((feature) => findFeatureTests(feature, tests, readText))
  const folders = changed.flatMap((file) => nearestWithTests(path.dirname(file), tests))
  const isWanted = (test: string) =>
    changed.includes(test) ||
    ofFeatures.includes(test) ||
    folders.some((folder) => test.startsWith(`${folder}/`))
  return tests.filter(isWanted)
}

function findFeatureTests(feature: string, tests: readonly string[], readText: ReadText): string[] {
  const own = tests.filter((test) => test.includes(`/src/features/${feature}/`))
  if (own.length) return own
  // Many tests start by adding a row of it; they do not test it.
  const endpoints = feature.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const usesMoreThanAdd = new RegExp(`\\b${endpoints}\\.(?!add\\b)\\w`)
  return tests.filter((test) => usesMoreThanAdd.test(readText(test)))
}

function nearestWithTests(folder: string, tests: readonly string[]): string[] {
  // Above these, folders contain tests unrelated to the file.
  if (/^(\.|\w+|(apps|packages)\/\w+|apps\/\w+\/src(\/features)?)$/.test(folder)) return []
  if (tests.some((test) => test.startsWith(`${folder}/`))) return [folder]
  return nearestWithTests(path.dirname(folder), tests)
}

/** Changed journeys, those named like a changed feature, and those that use its part of the contract. */
export function findJourneys(
  changed: readonly string[],
  files: readonly string[],
  readText: ReadText,
): string[] {
  const features = [...new Set(changed.flatMap((file) => findFeature(file) ?? []))]
  const belongs = (file: string) =>
    changed.includes(file) ||
    features.includes(path.basename(file).replace(isTest, '')) ||
    features.some((feature) => usesContract(feature, readText(file)))
  return files.filter((file) => isJourney(file) && belongs(file))
}
