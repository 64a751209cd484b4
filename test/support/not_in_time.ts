/** What a wait for something that did not come says; a promise's test takes it for red. */
export const NOT_IN_TIME = 'It did not come true in time.';
