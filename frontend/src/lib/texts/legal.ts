export interface LegalSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export interface LegalDocument {
  readonly title: string;
  readonly effective: string;
  readonly summary: string;
  readonly sections: readonly LegalSection[];
}

const effective = 'Effective October 2025';

export const termsOfService: LegalDocument = {
  title: 'Terms of Service',
  effective,
  summary: 'Candid lets adults get honest, kind feedback on their photos. These are the rules that keep it fair.',
  sections: [
    {
      title: 'Who may use Candid',
      paragraphs: [
        'Candid is for adults only: you must be 18 or older. During the closed beta you also need a one-time sign-up code, which belongs to the email address that asked for it and works for 14 days.',
        'Each person may have one account. Keep your password to yourself; you are responsible for what is done with your account.',
      ],
    },
    {
      title: 'Your photos',
      paragraphs: [
        'Upload only photos of yourself that you have the right to use. Photos of other people, of anyone under 18, or with nudity, violence or hatred are removed, and the account may be closed. The Guidelines list all rules; they are part of these terms.',
        'Your photos stay yours. You let us store them and show them to approved assessors while they are being assessed, and for nothing else.',
      ],
    },
    {
      title: 'Assessing others',
      paragraphs: [
        'Only approved assessors may rate photos. Rate honestly and comment kindly. Do not copy, save or share the photos you see, and do not try to find out who is in them.',
        'Each photo is rated from 1 to 20. Scores and comments are opinions of the people who gave them, not facts about a person.',
      ],
    },
    {
      title: 'Reports, holds and decisions',
      paragraphs: [
        'Anybody can report content: assessors and owners in the app, everybody else under Feedback, Report content. We do not say who reported something. Reports that are meant to harm break these terms.',
        'Each photo is screened automatically after its upload, before an assessor sees it: for nudity, for photos that were removed before, and for photos of other accounts. Screening removes nothing and decides nothing. It asks a moderator to look, and may together with a report put a photo on hold.',
        'A photo on hold is not shown to assessors. Its assessment is paused, and its tokens stay reserved until a moderator has decided. A moderator may find no violation, ask for another crop, remove the photo, suspend the account for up to 180 days, close the account if a second moderator agrees, or pass on content that may be illegal.',
        'We send you each decision about you, with the rule and the reasons, in the app and by email. You can appeal once within six months, also while your account is suspended. A moderator who did not take part in the decision answers.',
        'What assessors have rated stays paid. When a decision ends an assessment, its unused tokens go back to its owner.',
        'You can stop seeing a person, and hide your photos from an assessor who rated you. They are not told, and you can undo both in Preferences.',
      ],
    },
    {
      title: 'Tokens',
      paragraphs: [
        'Tokens pay for assessments inside Candid: 5 tokens for each assessor and photo. They are reserved when an assessment starts. When it ends early, you get 5 tokens back for each assessor who had not finished.',
        'Assessors earn tokens for accepted work. Tokens have no value in money, cannot be exchanged for money and cannot be passed on.',
        'Candid is free of charge. Token purchase is currently disabled; should paid features come, payments are not refunded, unless the law says otherwise.',
      ],
    },
    {
      title: 'The service',
      paragraphs: [
        'Candid is in beta. We do our best to keep it running and your data safe, but it may be interrupted, change or end. We do not promise any result from using it.',
        'As far as the law allows, our liability to you is capped at 100 pounds/dollars. Nothing here limits liability that cannot be limited by law.',
      ],
    },
    {
      title: 'Ending',
      paragraphs: [
        'You may stop using Candid and have your account deleted at any time; account data is deleted within 30 days. We may suspend or close an account that breaks these terms or the Guidelines; its running assessments then end, and their unused tokens go back to its balance. You can appeal against that, too.',
      ],
    },
    {
      title: 'Law',
      paragraphs: ['English law governs these terms, and the courts of England and Wales decide disputes.'],
    },
  ],
};

export const privacyPolicy: LegalDocument = {
  title: 'Privacy Policy',
  effective,
  summary: 'What Candid knows about you, who sees it, how long it stays, and how you get rid of it.',
  sections: [
    {
      title: 'What we store',
      paragraphs: [
        'Your email address, your password as a one-way hash, your phone number (if you give it), and your country: the one you chose, or until then the one that your network suggests. We also store what you are looking for and your settings.',
        'Under “About you” in Preferences you may tell us your gender, whom you are interested in and the years you were born in. By telling us you agree that we use it to show you people whose profile is for you first, and to compute scores for that audience, and for nothing else. You can take it back there at any time.',
        'The photos you upload, without their metadata: location, time and device are removed, and the original files are not kept. Ratings and comments given and received, and every movement of your tokens.',
      ],
    },
    {
      title: 'Who sees your photos',
      paragraphs: [
        'You and the approved assessors who are assessing them. When a photo has been reported, or screening has found something in it, our moderators see it, too; each look is recorded. Only two named roles can open what was passed on as possibly illegal. Photos are served by links that expire after a short time. They are never public and never used to train anything.',
        'Assessors see your photos, the gender and the relationship that you are looking for, and nothing else: not your name, not your email address, not the ages you are looking for. Nobody sees what you tell us under “About you”. You see their ratings and comments, and not who gave them.',
      ],
    },
    {
      title: 'What we use it for',
      paragraphs: [
        'To run Candid: to log you in, to have your photos assessed, to work out scores, to record tokens and to send you emails about your assessments. You can switch off each kind. We sell nothing to anybody and show no advertising.',
        'Candid is for adults, 18 or older. Data of anyone younger is deleted as soon as we learn of it.',
      ],
    },
    {
      title: 'How we keep it safe',
      paragraphs: [
        'After an upload, programs on our own servers screen each photo. They compute a fingerprint of the picture and compare it with removed photos and with photos of other accounts, estimate whether it shows nudity, and look for a face. Nothing of this leaves our servers, and nothing is decided by it.',
        'Of faces we keep only whether none, one or several were seen. We keep no biometric data: nothing that could recognise you by your face. The small picture that the crop is proposed from is not stored.',
        'Of a report we keep what was reported, why, when, by whom and in which words. Only moderators see who reported something. Your reports that were right or wrong count for your later ones; that fades with time. Of a notice we keep your name and email address, if you gave them, to answer you.',
        'We keep the list of people you do not want to see, and of assessors you hide from, until you undo it. Nobody else sees it.',
      ],
    },
    {
      title: 'In your browser',
      paragraphs: [
        "A cookie that scripts cannot read keeps you logged in. Another one marks a browser in which you have logged in before, so that strangers who try your password cannot lock you out there. The browser's storage holds your session, whether you are an approved assessor, the assessment you are in the middle of, which decisions you have read, and the colours you chose. There are no tracking cookies.",
        'We count how often each screen is opened, without knowing by whom: no name, no account, no cookie. A browser that asks not to be tracked is not counted.',
      ],
    },
    {
      title: 'How long it stays',
      paragraphs: [
        "A photo that a moderator removed is kept apart for 30 days, or until an appeal is decided, and then deleted. We keep its fingerprint: a short code that shows when the same picture is uploaded again, and from which nobody can restore the picture. The text of reports and appeals is deleted 30 days after the last decision about them. So is the text of a notice, with the name and the address of its sender; without a decision it is deleted 183 days after the notice came. A moderator's reasons are deleted when the time for an appeal is over. What we passed on as possibly illegal is kept for as long as the law requires. Decisions stay without text: which rule, what was decided, and when.",
        'A photo you delete is removed at once, with its ratings and comments; one that is on hold is kept apart until its case is closed, as above. When your account is deleted, running assessments end, images are removed at once, and your personal data is gone within 30 days. The token ledger keeps its entries, without linking them to you.',
        'Welcome tokens are given once for each mailbox. To know that, we keep a keyed hash of the address you signed up with for two years, also after your account is deleted. Nobody can read the address from it.',
        'With each rating you give as an assessor, we keep a keyed hash of the network you sent it from for 30 days. It shows our support accounts that rate one another from one place. Nobody can read the network from it, and nothing follows from it without a person looking.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        "Under Account, Your data, you download everything that is kept on you, and delete your account. You may also have data corrected and object to its use: write to us through Feedback in the app. A person decides about your photos and your account, never a program, and you may appeal. You may complain to the Information Commissioner's Office.",
      ],
    },
  ],
};
