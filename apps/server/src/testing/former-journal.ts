/** Dates of the migrations of the previous version, which the present first one replaces. */
export const formerMigrations = [
  1_795_234_578_891, 1_795_243_208_484, 1_795_244_740_915, 1_795_247_119_210, 1_795_247_583_384,
  1_795_248_744_329, 1_795_253_847_286, 1_795_255_027_880, 1_795_256_589_698, 1_795_258_188_584,
  1_795_267_214_813, 1_795_269_042_328, 1_795_270_302_102, 1_795_272_113_839, 1_795_273_104_004,
  1_795_277_596_605, 1_795_279_567_419,
]

/** Statements after which a database looks as if that version had applied this many of its migrations. */
export const formerJournal = (count: number): string =>
  `delete from drizzle.__drizzle_migrations where created_at <= ${formerMigrations.at(-1)};
   insert into drizzle.__drizzle_migrations (hash, created_at)
   select md5(at::text), at from unnest(array[${formerMigrations.slice(0, count)}]::bigint[]) at`
