// The cover of Seasons, with which pages present the game outside of a match.
/** @type {import('../../ui/covers.js').Cover} */
export default {
  icon: 's-summer',
  picture: '/games/seasons/cover.svg',
  texts: '/games/seasons/cover.*.json',
  progress: (t, { stage, number, round }) =>
    t(`progress.${stage}`, { year: 'I'.repeat(number), round }),
  steps: (t) => [
    { picture: '/games/seasons/steps/draft.svg', words: t('step.draft') },
    { picture: '/games/seasons/steps/die.svg', words: t('step.die') },
    { picture: '/games/seasons/steps/crystals.svg', words: t('step.crystals') },
  ],
};
