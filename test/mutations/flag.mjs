/** The global variable that the woven code compares with a mutation's name. */
export const FLAG = 'causewayMutation';
