import { describe, expect, it } from '@jest/globals';
import { isEmail } from '../form-rules';
import { logInProblem } from './log-in-form';
import { type SignUpFields, signUpProblems } from './sign-up-form';

const complete: SignUpFields = {
  email: 'ana@example.com',
  confirmEmail: 'ana@example.com',
  password: 'Sunlight!',
  confirmPassword: 'Sunlight!',
  phoneNumber: '',
  signupCode: 'a-code',
  confirmAdult: true,
};

describe('an email', () => {
  it.each(['ana@example.com', 'a+b@mail.example.org'])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each(['', 'ana', 'ana@example', 'a na@example.com', 'ana@@example.com'])('refuses "%s"', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe('sign-up', () => {
  it('has nothing to say about a complete form', () => {
    expect(signUpProblems(complete)).toEqual({});
  });

  it('names the email that is none', () => {
    expect(signUpProblems({ ...complete, email: 'ana', confirmEmail: 'ana' })).toEqual({
      email: 'Please enter a valid email address.',
    });
  });

  it('names emails that differ', () => {
    expect(signUpProblems({ ...complete, confirmEmail: 'anna@example.com' })).toEqual({
      confirmEmail: 'Email addresses do not match.',
    });
  });

  it.each(['Short1!', 'nouppercase!', 'NOLOWERCASE!', 'NoSpecial123'])('names the weak password "%s"', (password) => {
    expect(signUpProblems({ ...complete, password, confirmPassword: password })).toEqual({
      password: 'Password must be 8+ characters and include upper, lower, and special characters.',
    });
  });

  it('asks for no number', () => {
    expect(signUpProblems({ ...complete, password: 'NoNumber!', confirmPassword: 'NoNumber!' })).toEqual({});
  });

  it('names passwords that differ', () => {
    expect(signUpProblems({ ...complete, confirmPassword: 'Sunlight?' })).toEqual({
      confirmPassword: 'Passwords do not match.',
    });
  });

  it('asks for the code and the age', () => {
    expect(Object.keys(signUpProblems({ ...complete, signupCode: ' ', confirmAdult: false }))).toEqual([
      'signupCode',
      'confirmAdult',
    ]);
  });
});

describe('log-in', () => {
  it('asks for the email first, then for the password', () => {
    expect(logInProblem({ email: '', password: '' })).toEqual({ field: 'email', message: 'Please provide an email' });
    expect(logInProblem({ email: 'a', password: '' })).toEqual({
      field: 'password',
      message: 'Please provide a password',
    });
    expect(logInProblem({ email: 'a', password: 'b' })).toBeNull();
  });
});
