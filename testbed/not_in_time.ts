/** The error message of a wait that timed out; a negative control accepts it as a failure. */
export const NOT_IN_TIME = 'Timed out before the expected state was reached.';
