import type { SameKeys } from '../catalogue.ts'
import type { scriptExample as zhcn } from '../zhcn/script-example.ts'

export const scriptExample: SameKeys<typeof zhcn> = {
  'scriptExample.title': 'Script examples',
  'scriptExample.open': 'New from example',
  'scriptExample.use': 'Use this example',
  'scriptExample.intro':
    'Real scripts to start from. Most can be tested on simulated phones in the app Club. The comment at the top lists parameters and data.',
  'scriptExample.sign-up.js': 'Sign up in a form',
  'scriptExample.sign-up.js.hint':
    'Enters people of a data group in a form and moves refused ones to a group of their own',
  'scriptExample.collect-feed.js': 'Collect a feed',
  'scriptExample.collect-feed.js.hint':
    'Scrolls a feed to its end and stores it in a dynamic table without duplicates',
  'scriptExample.follow-prices.js': 'Follow prices',
  'scriptExample.follow-prices.js.hint':
    'Stores changed prices in a dynamic table and notifies the operator of low ones',
  'scriptExample.answer-messages.js': 'Answer messages',
  'scriptExample.answer-messages.js.hint':
    'Answers unread messages by templates and reports questions without a template',
  'scriptExample.check-in.js': 'Daily check-in',
  'scriptExample.check-in.js.hint':
    'Recognizes the code in an image, or skips with a message where OCR is not installed',
  'scriptExample.code-from-operator.js': 'Ask for a code',
  'scriptExample.code-from-operator.js.hint':
    'Shows a screenshot and a question in the console and signs in with the answer',
  'scriptExample.tap-picture.js': 'Tap an image',
  'scriptExample.tap-picture.js.hint':
    'Cuts an image on one phone, then finds and taps it on phones of any width',
  'scriptExample.share-work.js': 'Share work',
  'scriptExample.share-work.js.hint': 'Shares a list of work between phones, each line once',
  'scriptExample.phone-report.js': 'Phone report',
  'scriptExample.phone-report.js.hint':
    'Stores battery, storage and app versions, and sends them with a screenshot to a webhook',
  'scriptExample.tidy-up.ts': 'Tidy up at night',
  'scriptExample.tidy-up.ts.hint':
    'TypeScript for a scheduled task: removes old downloads, closes apps, clears notifications and restores the volume',
  'scriptExample.phone-tools.ts': 'Shared module',
  'scriptExample.phone-tools.ts.hint': 'The functions that “Tidy up at night” imports. Save it first.',
}
